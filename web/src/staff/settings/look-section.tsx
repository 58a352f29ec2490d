import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Control, useController, useForm } from "react-hook-form";
import * as v from "valibot";
import { Problem, type Schemas } from "#api/client.ts";
import { callStaff } from "#api/staff-calls.ts";
import { company } from "#content/company.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Field, fieldControl } from "#ui/field.tsx";
import { Panel } from "#ui/panel.tsx";
import { Allowed } from "../session/me.tsx";
import { FormTextField, showProblem } from "../shell/form.tsx";
import { problemMessage, StaffProblem } from "../shell/screen.tsx";
import { Changes, Settings, SettingsForm, useSettings, useSettingsSaved } from "./section.tsx";

export type Look = Schemas["LookOut"];
type LookProps = { look: Look; onLookAgain: () => void };

const LOGO = "/api/staff/settings/look/logo";
const ACCEPTED = "image/png,image/jpeg,image/webp";
const LARGEST_BYTES = 2 * 1024 * 1024;
const labels: Record<string, () => string> = {
  logo: m.staff_look_logo,
  main: m.staff_look_main,
  accent: m.staff_look_accent,
};

/** Logo and colors, for pages, emails and papers (OPS-14.6). */
export function LookSection() {
  const query = useSettings("look", () => callStaff("get", "/api/staff/settings/look", {}));
  const onLookAgain = () => void query.refetch();

  return (
    <Settings query={query}>
      {(look) => (
        <>
          <LogoPanel key={`logo ${look.version}`} look={look} onLookAgain={onLookAgain} />
          <ColorsForm key={`colors ${look.version}`} look={look} onLookAgain={onLookAgain} />
          <Changes
            id="look-history"
            title={m.staff_look_history()}
            changes={look.history}
            labelOf={(name) => labels[name]?.() ?? name}
          />
        </>
      )}
    </Settings>
  );
}

function LogoPanel({ look, onLookAgain }: LookProps) {
  const onSuccess = useSettingsSaved("look", { isCompany: true });
  const address = { query: { version: look.version } };
  const saving = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LARGEST_BYTES) throw tooLarge();
      return callStaff("put", LOGO, { ...address, body: file }, { isSlow: true });
    },
    onSuccess,
  });
  const removing = useMutation({
    mutationFn: () => callStaff("delete", LOGO, address),
    onSuccess,
  });
  const { logo } = look;
  const { error } = saving;
  const isAboutFile =
    error instanceof Problem && (error.status === 413 || error.code === "logo_refused");

  return (
    <Panel id="logo" title={m.staff_look_logo()} size="sm">
      <p className="text-quiet">{m.staff_look_logo_note()}</p>
      <div className="flex flex-wrap gap-3">
        <Sample>{logo ? <Logo {...logo} /> : <DrawnName />}</Sample>
        <Sample onNight>
          {logo ? (
            <span className="rounded-sm px-2 py-1" style={{ background: "var(--white)" }}>
              <Logo {...logo} />
            </span>
          ) : (
            <DrawnName />
          )}
        </Sample>
      </div>
      <Allowed to="change_catalog">
        <Field
          className="max-w-180"
          label={logo ? m.staff_look_logo_other() : m.staff_look_logo_choose()}
          hint={m.staff_look_logo_hint()}
          error={isAboutFile ? problemMessage(error) : undefined}
        >
          {(ids) => (
            <input
              {...ids}
              type="file"
              accept={ACCEPTED}
              className={fieldControl("sm")}
              disabled={saving.isPending}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                if (file) saving.mutate(file);
                currentTarget.value = "";
              }}
            />
          )}
        </Field>
        {error && !isAboutFile && <StaffProblem problem={error} onAgain={onLookAgain} />}
        {removing.error && <StaffProblem problem={removing.error} onAgain={onLookAgain} />}
        {logo && (
          <div>
            <Button
              variant="outline"
              size="md"
              busy={removing.isPending}
              onClick={() => removing.mutate()}
            >
              {m.staff_look_logo_remove()}
            </Button>
          </div>
        )}
      </Allowed>
    </Panel>
  );
}

const tooLarge = () =>
  new Problem({
    status: 413,
    code: "too_large",
    detail: m.staff_look_logo_too_large(),
    errors: [],
    retryAfter: null,
  });

const Logo = ({ url, width_px, height_px }: NonNullable<Look["logo"]>) => (
  <img
    className="h-9 w-auto max-w-44 object-contain"
    src={url}
    alt={company.name}
    width={width_px}
    height={height_px}
  />
);

const DrawnName = () => <strong className="tracking-[-0.02em]">{company.name}</strong>;

const Sample = ({ onNight = false, children }: { onNight?: boolean; children: ReactNode }) => (
  <div
    className={`grid min-h-16 min-w-40 place-items-center rounded-sm border border-line bg-surface p-3 ${
      onNight ? "on-night" : ""
    }`}
  >
    {children}
  </div>
);

const color = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^#[\da-f]{6}$/, m.staff_look_color_wrong()),
);
const schema = v.object({ main: color, accent: color });
type Colors = v.InferInput<typeof schema>;

function ColorsForm({ look, onLookAgain }: LookProps) {
  const onSuccess = useSettingsSaved("look", { isCompany: true });
  const { version, main, accent, main_otherwise, accent_otherwise } = look;
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: { main, accent },
  });
  const { control, handleSubmit } = form;
  const saving = useMutation({
    mutationFn: (colors: Colors) =>
      callStaff("put", "/api/staff/settings/look", { body: { version, ...colors } }),
    onSuccess,
    onError: (failure) => showProblem(form, failure),
  });
  const save = (colors: Colors) => saving.mutate(colors);
  const isChanged = main !== main_otherwise || accent !== accent_otherwise;

  return (
    <SettingsForm
      id="colors"
      title={m.staff_look_colors()}
      note={m.staff_look_colors_note()}
      saving={saving}
      onSubmit={handleSubmit(save)}
      onLookAgain={onLookAgain}
    >
      <ColorField
        control={control}
        name="main"
        label={m.staff_look_main()}
        hint={m.staff_look_main_hint()}
        otherwise={main}
      />
      <ColorField
        control={control}
        name="accent"
        label={m.staff_look_accent()}
        hint={m.staff_look_accent_hint()}
        otherwise={accent}
      />
      {isChanged && (
        <div>
          <Button
            variant="outline"
            size="md"
            onClick={() => save({ main: main_otherwise, accent: accent_otherwise })}
          >
            {m.staff_look_reset()}
          </Button>
        </div>
      )}
    </SettingsForm>
  );
}

type ColorFieldProps = {
  control: Control<Colors>;
  name: keyof Colors;
  label: string;
  hint: string;
  /** What the picker shows while no color is typed. */
  otherwise: string;
};

/** A color as #rrggbb, typed or picked, with a sample of it. */
function ColorField({ control, name, label, hint, otherwise }: ColorFieldProps) {
  const { field } = useController({ control, name });
  const isColor = v.safeParse(color, field.value).success;

  return (
    <div className="flex flex-wrap items-start gap-3">
      <FormTextField
        className="min-w-48 flex-1"
        control={control}
        name={name}
        label={label}
        hint={hint}
        size="sm"
        autoComplete="off"
        maxLength={7}
      />
      <input
        type="color"
        className="mt-7 size-target cursor-pointer rounded-sm border border-line-strong bg-surface p-1"
        aria-label={m.staff_look_pick({ label })}
        value={isColor ? field.value.trim() : otherwise}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
      <Sample onNight={name === "accent"}>
        <span
          className="rounded-sm px-4 py-2 font-semibold"
          style={isColor ? sampleStyle(name, field.value) : undefined}
        >
          {m.staff_look_sample()}
        </span>
      </Sample>
    </div>
  );
}

const sampleStyle = (name: keyof Colors, background: string) => ({
  background,
  color: name === "main" ? "var(--white)" : "var(--night-900)",
});
