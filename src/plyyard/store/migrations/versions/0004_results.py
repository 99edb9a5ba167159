"""How games that were played alone ended, and how their deals were chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("ways", sa.Text))
    op.create_table(
        "results",
        sa.Column("room", sa.String(24), sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("ms", sa.BigInteger, nullable=False),
        sa.Column("backs", sa.Integer, nullable=False),
    )
