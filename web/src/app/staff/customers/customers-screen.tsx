import { useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import type { Erased } from "#api/staff-customers.ts";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Allowed } from "../session/allowed.tsx";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { copy } from "./copy.ts";
import { CustomerSearch } from "./customer-search.tsx";
import { CustomerView } from "./customer-view.tsx";
import { ListExports } from "./list-exports.tsx";
import { useCustomer } from "./use-customers.ts";

/** Customer data: search, export, erase; and CSV lists (OPS-13). */
export default function CustomersScreen() {
  const { id } = useParams();
  const [, navigate] = useLocation();
  const [erased, setErased] = useState<Erased | null>(null);
  const leave = (done: Erased) => {
    setErased(done);
    navigate("/customers", { replace: true });
  };
  if (id) return <OneCustomer key={id} id={id} onErased={leave} />;
  return (
    <Screen title={copy.title}>
      {erased && <ErasedNotice erased={erased} />}
      <CustomerSearch />
      <Allowed to="export">
        <ListExports />
      </Allowed>
    </Screen>
  );
}

function OneCustomer({ id, onErased }: { id: string; onErased: (erased: Erased) => void }) {
  const { data: customer, error, refetch } = useCustomer(id);
  return (
    <Screen
      title={customer?.name ?? copy.title}
      actions={<Link href="/customers">{copy.back}</Link>}
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!customer && !error && <Spinner label={copy.loading} />}
      {customer && <CustomerView customer={customer} onErased={onErased} />}
    </Screen>
  );
}

function ErasedNotice({ erased }: { erased: Erased }) {
  const rows = Object.values(erased.rows).reduce((sum, count) => sum + count, 0);
  return (
    <Notice tone="success" title={copy.erased(rows, erased.files)}>
      {copy.elsewhere}
    </Notice>
  );
}
