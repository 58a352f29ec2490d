import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import { type Schemas, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { m } from "#paraglide/messages.js";
import { fieldControl } from "#ui/field.tsx";
import { focusOnMount } from "#ui/focus-on-mount.ts";
import { Modal } from "#ui/modal.tsx";
import { StaffProblem } from "./screen.tsx";

type Found = Schemas["StaffSearchOut"];
type Kind = keyof Found | "screens";
type Hit = Found["orders"][number];
type Option = {
  key: string;
  kind: Kind;
  title: string;
  detail: string;
  href: string;
  /** It is a page of the server, not a screen. */
  isPage?: boolean;
};
export type SearchedScreen = { label: string; path: string; isPage?: true };

type CommandSearchProps = { screens: readonly SearchedScreen[]; onClose: () => void };

/** Ctrl-K: finds whatever has a screen, and the screens, and goes there (OPS-15.5). */
export function CommandSearch({ screens, onClose }: CommandSearchProps) {
  const [, navigate] = useLocation();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();
  const { data, error, isFetching } = useSearchResults(text);
  const options = optionsOf(text, screens, data);
  const chosen = options[Math.min(active, options.length - 1)];

  const go = (option: Option | undefined) => {
    if (!option) return;
    onClose();
    if (option.isPage) window.location.assign(`/staff${option.href}`);
    else navigate(option.href);
  };
  const handleKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by && options.length > 0)
      setActive(
        (now) => (Math.min(now, options.length - 1) + by + options.length) % options.length,
      );
    else if (event.key === "Enter") go(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <Modal open title={m.staff_search_title()} onClose={onClose}>
      <input
        ref={focusOnMount}
        className={fieldControl("md")}
        type="text"
        role="combobox"
        aria-label={m.staff_search_label()}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${chosen.key}`}
        placeholder={m.staff_search_placeholder()}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={handleKey}
      />
      {error && <StaffProblem problem={error} />}
      <div id={listId} role="listbox" aria-label={m.staff_search_results()}>
        {options.map((option, index) => (
          <OptionRow
            key={option.key}
            id={`${listId}-${option.key}`}
            option={option}
            isActive={option === chosen}
            isFirstOfKind={options[index - 1]?.kind !== option.kind}
            onChoose={() => go(option)}
          />
        ))}
      </div>
      <p className="text-xs text-quiet" role="status">
        {statusOf({ text, isFetching, count: options.length })}
      </p>
    </Modal>
  );
}

type OptionRowProps = {
  id: string;
  option: Option;
  isActive: boolean;
  isFirstOfKind: boolean;
  onChoose: () => void;
};

const OptionRow = ({ id, option, isActive, isFirstOfKind, onChoose }: OptionRowProps) => (
  <button
    type="button"
    className={`grid min-h-target w-full cursor-pointer content-center rounded-sm px-3 py-1.5 text-start ${
      isActive
        ? "bg-glass-surface [box-shadow:inset_3px_0_0_var(--chosen)]"
        : "bg-transparent hover:bg-glass-surface"
    }`}
    id={id}
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    onClick={onChoose}
  >
    {isFirstOfKind && (
      <span className="text-xs text-quiet">{m.staff_search_kind({ kind: option.kind })}</span>
    )}
    <span className="leading-[1.35] font-semibold wrap-anywhere">{option.title}</span>
    {option.detail && (
      <span className="text-xs leading-[1.35] text-quiet wrap-anywhere">{option.detail}</span>
    )}
  </button>
);

const FEWEST = 2;

const useSearchResults = (text: string) => {
  const q = text.trim();
  return useQuery({
    queryKey: staffKeys.search(q),
    queryFn: ({ signal }) =>
      unwrap(staff.GET("/api/staff/search", { params: { query: { q } }, signal })),
    enabled: q.length >= FEWEST,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
};

function optionsOf(text: string, screens: readonly SearchedScreen[], found?: Found): Option[] {
  const word = text.trim().toLowerCase();
  const named = screens.filter(({ label }) => label.toLowerCase().includes(word));
  const ofScreens = named.map(({ label, path, isPage }) => ({
    key: `screen${path.replaceAll("/", "-")}`,
    kind: "screens" as const,
    title: label,
    detail: "",
    href: path,
    isPage: isPage ?? false,
  }));
  if (!found || word.length < FEWEST) return ofScreens;
  const hits = KINDS.flatMap(([kind, hrefOf]) =>
    // The release before finds fewer kinds.
    (found[kind] ?? []).map((hit) => ({
      key: `${kind}-${hit.id.replaceAll("/", "-")}`,
      kind,
      title: hit.title,
      detail: hit.detail,
      href: hrefOf(hit),
      isPage: kind === "diagnostics",
    })),
  );
  return [...hits, ...ofScreens];
}

const KINDS: readonly [keyof Found, (hit: Hit) => string][] = [
  ["orders", ({ id }) => `/orders/${id}`],
  ["customers", ({ id }) => `/customers/${id}`],
  ["leads", ({ id }) => `/leads/${id}`],
  ["quote_requests", ({ id }) => `/leads/manual_quote/${id}`],
  ["custom_quotes", ({ id }) => `/quotes/${id}`],
  ["diagnostics", ({ id }) => `/tables/diagnostics/diagnostic/${id}/change/`],
  ["documents", ({ order_id }) => `/orders/${order_id}#money`],
  ["tasks", ({ order_id }) => (order_id ? `/orders/${order_id}#tasks` : "/tasks")],
  ["technicians", ({ id }) => `/orders?technician=${id}`],
  ["payouts", ({ id }) => `/payouts/${id}`],
];

type Status = { text: string; isFetching: boolean; count: number };

function statusOf({ text, isFetching, count }: Status): string {
  if (isFetching) return m.staff_loading();
  if (text.trim() && count === 0) return m.staff_search_none();
  return m.staff_search_count({ count });
}
