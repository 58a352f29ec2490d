from standby.pricing.models import catalog, quoting

__all__ = ["catalog", "quoting"]  # Django finds an app's models here
