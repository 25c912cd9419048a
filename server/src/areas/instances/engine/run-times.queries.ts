/** Texts of failures are compared and listed no further than this. */
export const MAX_ISSUE = 500

/** Names in a statement of what the times of a run are counted from. */
interface RunNames {
  tenant: string
  instance: string
  step: string
  round: string
  kind: string
  opened: string
  closed: string
  /** An object with `zone`, `days` and `holidays`. */
  calendar: string
}

/** Seconds of working time between two moments. */
export const workingTime = (from: string, to: string, calendar: string) =>
  `app.working_seconds(${from}, ${to}, ${calendar} ->> 'zone', ${calendar} -> 'days', ${calendar} -> 'holidays')`

/**
 * How long a run waited and was worked at. Of what people do, waiting ends with the first claim, answer, file or
 * question. A wait is nothing but waiting; what needs no person is worked at from the start.
 */
export const runTimes = ({ tenant, instance, step, round, kind, opened, closed, calendar }: RunNames) => `
  select floor(extract(epoch from began - opened))::int as waited_s,
    floor(extract(epoch from closed - began))::int as worked_s,
    ${workingTime('opened', 'began', 'calendar')} as waited_work_s,
    ${workingTime('began', 'closed', 'calendar')} as worked_work_s
  from (select ${opened} as opened, ${closed} as closed, ${calendar} as calendar,
    case when ${kind} in ('manual', 'approval') then least(${closed}, greatest(${opened}, (
        select coalesce(min(t.began_at), ${closed}) from tasks t where t.tenant_id = ${tenant}
          and t.instance_id = ${instance} and t.step = ${step} and t.round = ${round})))
      when ${kind} = 'wait' then ${closed} else ${opened} end as began) span`
