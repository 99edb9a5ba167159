"""Online rooms: clocks, invitations, commands with their answers, secrets of dice, attendance, accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def partial(
    name: str, table: str, columns: list[str], sqlite: str, postgresql: str, unique: bool = False
) -> None:
    """An index over some of the rows; each database has its own way to say which."""
    where = sa.text(sqlite), sa.text(postgresql)
    op.create_index(name, table, columns, unique=unique, sqlite_where=where[0], postgresql_where=where[1])


def upgrade() -> None:
    for column in (
        sa.Column("clock", sa.Text),
        sa.Column("maker", sa.String(40)),
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("watch", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("invite", sa.String(40)),
        sa.Column("invited", sa.String(64)),
        sa.Column("code", sa.String(10)),
        sa.Column("turn", sa.String(20)),
        sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("due", sa.BigInteger),
    ):
        op.add_column("rooms", column)
    # Up to now a room had one guest.
    op.execute("UPDATE rooms SET maker = (SELECT max(guest) FROM seats WHERE room = rooms.id)")
    op.create_index("rooms_invited", "rooms", ["invited"])
    partial("rooms_code", "rooms", ["code"], "open = 1", "open", unique=True)
    partial("rooms_running", "rooms", ["kind"], "over = 0", "NOT over")
    partial("rooms_due", "rooms", ["due"], "due IS NOT NULL", "due IS NOT NULL")
    partial("rooms_lobby", "rooms", ["open", "created"], "over = 0 AND listed = 1", "NOT over AND listed")
    op.create_table(
        "commands",
        sa.Column("room", sa.String(24), sa.ForeignKey("rooms.id"), nullable=False),
        sa.Column("command", sa.String(40), nullable=False),
        sa.Column("seq", sa.Integer),
        sa.Column("answer", sa.Text),
        sa.Column("at", sa.BigInteger),
        sa.PrimaryKeyConstraint("room", "command"),
        sqlite_with_rowid=False,
    )
    partial("commands_refused", "commands", ["room", "at"], "at IS NOT NULL", "at IS NOT NULL")
    op.execute(
        "INSERT INTO commands (room, command, seq) "
        "SELECT room, command, seq FROM events WHERE command IS NOT NULL"
    )
    with op.batch_alter_table("events", table_kwargs={"sqlite_with_rowid": False}) as events:
        events.drop_constraint("events_command", type_="unique")
        events.drop_column("command")
    op.create_table(
        "secrets",
        sa.Column("room", sa.String(24), sa.ForeignKey("rooms.id"), nullable=False),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("room", "name"),
    )
    op.create_table(
        "attendance",
        sa.Column("room", sa.String(24), sa.ForeignKey("rooms.id"), nullable=False),
        sa.Column("seat", sa.String(20), nullable=False),
        sa.Column("connection", sa.String(60), nullable=False),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("lease", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room", "seat"),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("admin", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(24), sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("value", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("kind", "value"),
    )
