from standby.orders.models.appointments import Appointment, CrewDay, CrewSeat
from standby.orders.models.changes import ChangeOrder, OrderLogEntry, UndoableAction
from standby.orders.models.orders import AccessLink, Customer, Order, OrderLocation, OrderNote
from standby.orders.models.technicians import CalendarFeed, Technician, TechnicianDaysOff

__all__ = [
    "AccessLink",
    "Appointment",
    "CalendarFeed",
    "ChangeOrder",
    "CrewDay",
    "CrewSeat",
    "Customer",
    "Order",
    "OrderLocation",
    "OrderLogEntry",
    "OrderNote",
    "Technician",
    "TechnicianDaysOff",
    "UndoableAction",
]
