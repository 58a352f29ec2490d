"""Crew days and technicians, read-only; both are edited on the day board."""

from django.contrib import admin

from standby.backoffice.site import site
from standby.backoffice.tables.base import StaffModelAdmin
from standby.core.roles import Permission
from standby.orders.models import CrewDay, Technician


@admin.register(CrewDay, site=site)
class CrewDays(StaffModelAdmin):
    can_view = Permission.SCHEDULE
    can_change = None
    list_display = ("day", "crews", "reason")
    ordering = ("-day",)


@admin.register(Technician, site=site)
class Technicians(StaffModelAdmin):
    can_view = Permission.SCHEDULE
    can_change = None
    list_display = ("name", "phone", "is_active")
    list_filter = ("is_active",)
    search_fields = ("name", "phone")
    ordering = ("-is_active", "name")
