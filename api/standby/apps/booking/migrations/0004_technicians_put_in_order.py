"""Before the tables hold it: a technician is entered once, and leads one job a day."""

from django.db import migrations

LIVE = ("held", "confirmed")


def put_in_order(apps, schema_editor):
    technicians = apps.get_model("booking", "Technician")
    appointments = apps.get_model("booking", "Appointment")
    _enter_once(technicians, appointments)
    appointments.objects.filter(status__in=["expired", "needs_new_date"]).update(assigned_to=None)
    _lead_one_job_a_day(appointments)


def _enter_once(technicians, appointments):
    kept = {}
    for technician in technicians.objects.order_by("-is_active", "pk"):
        first = kept.setdefault((technician.name, technician.phone), technician)
        if first is not technician:
            appointments.objects.filter(assigned_to=technician).update(assigned_to=first)
            technician.delete()


def _lead_one_job_a_day(appointments):
    """The certain job keeps its technician, of two of a kind the older one."""
    led = set()
    live = appointments.objects.filter(status__in=LIVE, assigned_to__isnull=False)
    for appointment in live.order_by("status", "pk"):
        job = (appointment.assigned_to_id, appointment.day)
        if job in led:
            appointments.objects.filter(pk=appointment.pk).update(assigned_to=None)
        led.add(job)


class Migration(migrations.Migration):
    dependencies = [("booking", "0003_links_and_change_orders")]
    operations = [migrations.RunPython(put_in_order, migrations.RunPython.noop)]
