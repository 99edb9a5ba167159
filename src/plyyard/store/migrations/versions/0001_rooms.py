"""Settings, rooms, seats and events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(20), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("room", sa.String(24), sa.ForeignKey("rooms.id"), nullable=False),
        sa.Column("side", sa.String(20), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(40)),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("room", "side"),
    )
    op.create_index("seats_guest", "seats", ["guest"])
    op.create_table(
        "events",
        sa.Column("room", sa.String(24), sa.ForeignKey("rooms.id"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("command", sa.String(40)),
        sa.Column("guest", sa.String(40)),
        sa.Column("entry", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room", "seq"),
        sa.UniqueConstraint("room", "command", name="events_command"),
    )
