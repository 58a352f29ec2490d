import { type People, thePeople } from "#content/people.ts";
import { m } from "#paraglide/messages.js";

type PeopleProps = {
  people?: People | undefined;
  /** Addresses of the pictures by their file's name. */
  pictures?: Readonly<Record<string, string>> | undefined;
};

/** Who comes to the house and who insures it; nothing where the market names nobody (PROOF-01). */
export function WhoComes({ people = thePeople, pictures = {} }: PeopleProps) {
  const { team, insurance, license_lookup: lookup } = people;
  if (team.length === 0 && !insurance) return null;

  return (
    <section className="page py-section" id="who-comes" aria-labelledby="who-comes-title">
      <h2 className="text-3xl tracking-tight" id="who-comes-title">
        {m.people_title()}
      </h2>
      <ul className="mt-10 grid gap-8 md:grid-cols-2">
        {team.map(({ name, role, picture, license }) => (
          <li className="flex items-start gap-4" key={name}>
            {picture && pictures[picture] && (
              <img
                className="size-28 rounded-md object-cover"
                src={pictures[picture]}
                alt={name}
                width={112}
                height={112}
                loading="lazy"
              />
            )}
            <div>
              <h3>{name}</h3>
              <p className="text-quiet">{role}</p>
              {license && (
                <p className="text-sm">
                  {license}
                  {lookup && (
                    <>
                      {" · "}
                      <a href={lookup.url}>{m.people_look_up({ regulator: lookup.name })}</a>
                    </>
                  )}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {insurance && (
        <p className="mt-8">
          {m.people_insured({ insurer: insurance.insurer })}{" "}
          {insurance.certificate_url && (
            <a href={insurance.certificate_url}>{m.people_certificate()}</a>
          )}
        </p>
      )}
    </section>
  );
}
