"""What processes tell each other beside games: what watchers are called, and how often passwords were tried."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("attendance", sa.Column("name", sa.String(80), nullable=False, server_default=""))
    op.create_table(
        "tries",
        sa.Column("what", sa.String(40), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
    )
