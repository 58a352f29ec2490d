import type { ReactNode } from "react";

/** Details in small type, below what they belong to. */
export const Fact = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs font-normal text-quiet wrap-anywhere">{children}</span>
);

/** List whose lines have a status and buttons. */
export const Lines = ({ children }: { children: ReactNode }) => (
  <ul className="list-none p-0">{children}</ul>
);

type LineProps = { title: ReactNode; facts?: ReactNode; children: ReactNode };

export const Line = ({ title, facts, children }: LineProps) => (
  <LineFrame>
    <span className="min-w-0 flex-[1_1_14rem]">
      <strong className="font-semibold">{title}</strong>
      {facts}
    </span>
    {children}
  </LineFrame>
);

export const LineFrame = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-2 last:border-b-0">
    {children}
  </li>
);

/** A name and its value, in a `dl`. */
export const Term = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-quiet">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);
