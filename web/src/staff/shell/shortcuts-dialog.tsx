import { m } from "#paraglide/messages.js";
import { Modal } from "#ui/modal.tsx";

// The keys of each screen, and what they do.
const SHORTCUTS: readonly { where: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    where: m.staff_shortcuts_everywhere(),
    keys: [
      [m.staff_shortcuts_command_key({ key: "K" }), m.staff_search_title()],
      ["?", m.staff_shortcuts_title()],
      [m.staff_shortcuts_key_escape(), m.staff_shortcuts_close()],
    ],
  },
  { where: m.staff_list_title(), keys: [["/", m.staff_list_search()]] },
  {
    where: m.staff_board(),
    keys: [
      ["← → ↑ ↓", m.staff_shortcuts_board_cells()],
      [m.staff_shortcuts_key_pages(), m.staff_shortcuts_board_weeks()],
      [m.staff_shortcuts_key_home(), m.staff_shortcuts_board_today()],
      [m.staff_shortcuts_key_enter(), m.staff_shortcuts_board_open()],
    ],
  },
  {
    where: m.staff_photo_review_review(),
    keys: [
      ["+ −", m.staff_shortcuts_photos_zoom()],
      ["0", m.staff_photo_review_fit()],
      ["R", m.staff_photo_review_turn()],
      ["← →", m.staff_shortcuts_photos_other()],
    ],
  },
];

/** The keyboard's shortcuts (LOOK-01.2). */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal open title={m.staff_shortcuts_title()} onClose={onClose}>
    {SHORTCUTS.map(({ where, keys }) => (
      <section key={where}>
        <h3 className="pb-1 text-sm">{where}</h3>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
          {keys.map(([key, does]) => (
            <div className="contents" key={key}>
              <dt>
                <kbd className="rounded-xs border border-line bg-surface-sunken px-1.5 font-semibold">
                  {key}
                </kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </Modal>
);
