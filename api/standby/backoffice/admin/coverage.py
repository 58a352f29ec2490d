"""Covered ZIP codes, coverage imports, and requests of people whom we cannot quote online."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import now

from standby.backoffice.admin.base import StaffModelAdmin, StaffModelForm, history_of
from standby.backoffice.coverage_preview import picture_of, sentences_of
from standby.backoffice.middleware import actor_name
from standby.core.errors import DomainError
from standby.core.roles import Permission
from standby.coverage.models import CoverageImport, CoveredZip, NotifyRequest
from standby.coverage.rules.addresses import is_zip
from standby.coverage.selectors import zips_with_boundary
from standby.coverage.services.coverage import notify_waitlist
from standby.coverage.services.import_coverage import (
    apply_import,
    preview_boundaries,
    preview_zip_list,
    withdraw_import,
)
from standby.pricing.models.quoting import ManualQuoteRequest

LARGEST_BOUNDARY_FILE_BYTES: Final = 590 * 1024 * 1024  # the national TIGER/Line file is 530 MB
_CHANGE: Final = "admin:coverage_coverageimport_change"


class ZipForm(StaffModelForm):
    lat = forms.FloatField(label="Latitude", min_value=-90, max_value=90)
    lon = forms.FloatField(label="Longitude", min_value=-180, max_value=180)

    class Meta:
        model = CoveredZip
        fields = ("zip_code", "city", "state", "county", "region", "status", "lat", "lon")
        labels = {"zip_code": "ZIP code"}
        help_texts = {
            "status": "People who asked to be notified get a text when it becomes active."
        }

    def clean_zip_code(self) -> str:
        zip_code = str(self.cleaned_data["zip_code"])
        if not is_zip(zip_code):
            raise forms.ValidationError("A ZIP code has five digits.")
        return zip_code


class Region(admin.AllValuesFieldListFilter):
    # Gives rows without a region a label, because an empty one would be a link without text.
    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or "No region"}


@admin.register(CoveredZip)
class CoveredZips(StaffModelAdmin):
    form = ZipForm
    list_display = ("zip_code", "city", "region", "status", "outline")
    list_filter = ("status", ("region", Region))
    list_select_related = ("shape",)
    search_fields = ("zip_code", "city", "region")
    ordering = ("zip_code",)
    change_list_template = "tables/covered_zips.html"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        approximate = sum(1 for is_approximate in zips_with_boundary().values() if is_approximate)
        context = {**(extra_context or {}), "approximate_count": approximate}
        response: HttpResponse = super().changelist_view(request, context)
        return response

    @admin.display(description="Outline")
    def outline(self, covered_zip: Any) -> str:
        shape = getattr(covered_zip, "shape", None)
        if shape is None:
            return "none"
        return "approximate" if shape.is_approximate else shape.source

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        # The waitlist is notified in the same transaction that opens the ZIP code.
        super().save_model(request, obj, form, change)
        is_new_or_moved = not change or "status" in form.changed_data
        if obj.status == CoveredZip.Status.ACTIVE and is_new_or_moved:
            notified_count = notify_waitlist(obj, now=now())
            messages.info(
                request, f"Waited for {obj.zip_code} and notified by text: {notified_count}."
            )


class ImportForm(forms.Form):
    kind = forms.ChoiceField(
        label="Type of file",
        choices=CoverageImport.Kind.choices,
        initial=CoverageImport.Kind.ZIP_LIST,
        widget=forms.RadioSelect,
    )
    file = forms.FileField(
        label="File",
        help_text="A CSV with zip_code and city; or the Census Bureau's ZCTA boundaries as "
        "published (tl_2025_us_zcta520.zip, cb_2020_us_zcta520_500k.zip), or GeoJSON.",
    )
    is_whole_list = forms.BooleanField(
        label="This is the complete list: deactivate ZIP codes that are not in it",
        required=False,
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_BOUNDARY_FILE_BYTES:
            raise forms.ValidationError("This file is larger than the national Census file.")
        return file


@admin.register(CoverageImport)
class CoverageImports(StaffModelAdmin):
    # An import is applied only after its preview was shown.
    list_display = ("file_name", "kind", "status", "previewed_by", "previewed_at", "settled_at")
    list_filter = ("status", "kind")
    ordering = ("-pk",)

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        is_of_outlines = request.GET.get("kind") == CoverageImport.Kind.OUTLINES
        first = {"kind": CoverageImport.Kind.OUTLINES} if is_of_outlines else None
        form = ImportForm(request.POST or None, request.FILES or None, initial=first)
        if request.method == "POST" and form.is_valid():
            try:
                imported = self._create_preview(request, form.cleaned_data)
            except DomainError as error:
                form.add_error("file", str(error))
            else:
                return HttpResponseRedirect(reverse(_CHANGE, args=[imported.pk]))
        page = self.page_context(
            request, title="Import a file", form=form, is_of_outlines=is_of_outlines
        )
        return render(request, "tables/import_file.html", page)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        imported = self.get_object(request, object_id)
        if imported is None or not self.has_view_permission(request):
            raise Http404
        if request.method == "POST":
            return self.second_factor_page(request) or self._settle(request, imported)
        page = self.page_context(
            request,
            title=str(imported),
            original=imported,
            sentences=sentences_of(imported),
            picture=picture_of(imported),
            is_waiting=imported.status == CoverageImport.Status.PREVIEWED,
            history=history_of(imported),
        )
        return render(request, "tables/import_preview.html", page)

    def _create_preview(self, request: HttpRequest, data: dict[str, Any]) -> CoverageImport:
        uploaded = data["file"]
        file, by, moment = Path(uploaded.temporary_file_path()), actor_name(request), now()
        if data["kind"] == CoverageImport.Kind.ZIP_LIST:
            return preview_zip_list(
                file,
                name=uploaded.name,
                is_whole_list=data["is_whole_list"],
                by=by,
                now=moment,
            )
        return preview_boundaries(file, name=uploaded.name, by=by, now=moment)

    def _settle(self, request: HttpRequest, imported: CoverageImport) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        try:
            if "apply" in request.POST:
                apply_import(imported.pk, by=actor_name(request), now=now())
                messages.success(request, f"{imported} is applied.")
            else:
                withdraw_import(imported.pk, by=actor_name(request), now=now())
                messages.success(request, f"{imported} is withdrawn. Nothing was changed.")
        except DomainError as error:
            messages.error(request, str(error))
        return HttpResponseRedirect(reverse(_CHANGE, args=[imported.pk]))


@admin.register(NotifyRequest)
class NotifyRequests(StaffModelAdmin):
    can_view = Permission.SEND_MESSAGES
    can_change = None
    list_display = ("zip_code", "city", "phone", "notification_status", "created_at")
    list_filter = ("notification_status",)
    search_fields = ("zip_code", "city", "phone_number", "formatted_phone")
    ordering = ("-created_at",)

    @admin.display(description="Phone")
    def phone(self, notify_request: Any) -> str:
        return str(notify_request.formatted_phone or notify_request.phone_number)


@admin.register(ManualQuoteRequest)
class ManualQuoteRequests(StaffModelAdmin):
    can_view = Permission.SEND_MESSAGES
    can_change = None
    list_display = ("name", "run_ft", "phone", "address", "status", "created_at")
    list_filter = ("status",)
    search_fields = ("name", "phone", "email", "address")
    ordering = ("-created_at",)
