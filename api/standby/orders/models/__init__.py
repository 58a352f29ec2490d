from standby.orders.models.appointments import Appointment, CrewDay, CrewSeat
from standby.orders.models.changes import ChangeOrder, OrderLogEntry, UndoableAction
from standby.orders.models.orders import AccessLink, Customer, Order, OrderLocation, OrderNote

__all__ = [
    "AccessLink",
    "Appointment",
    "ChangeOrder",
    "CrewDay",
    "CrewSeat",
    "Customer",
    "Order",
    "OrderLocation",
    "OrderLogEntry",
    "OrderNote",
    "UndoableAction",
]
