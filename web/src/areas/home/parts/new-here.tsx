import type { CurrentUser } from '@throughline/contracts/auth'
import { can } from '../../../shared/current-user.ts'
import { texts } from './first-steps.texts.ts'
import { FirstSteps, type FirstStepsProps } from './first-steps.tsx'

export type NewHereProps = Omit<FirstStepsProps, 'alone' | 'mayDesign'> & { user: CurrentUser }

/** Where there is no work yet: what one can do, and where one is. */
export default function NewHere({ user, ...steps }: NewHereProps) {
  return (
    <div className="mt-8 grid gap-x-12 gap-y-8 max-[759px]:px-4 xl:grid-cols-[minmax(0,1fr)_280px]">
      <FirstSteps {...steps} alone={user.organization_id === null} mayDesign={can(user, 'workflows.publish')} />
      <WorkspaceFacts user={user} />
    </div>
  )
}

/** What is true of this workspace and of the person in it. */
function WorkspaceFacts({ user }: { user: CurrentUser }) {
  const { name, role, department, zone, account } = texts.facts
  const rows: [string, string | null][] = [
    [name, user.tenant_name],
    [role, user.role_display_name],
    [department, user.department],
    [zone, user.time_zone.replaceAll('_', ' ')],
    [account, user.username],
  ]
  return (
    <section aria-labelledby="this-workspace" className="pt-1">
      <h2 id="this-workspace" className="mb-2 text-xs font-medium tracking-normal text-fg-3">
        {texts.workspace}
      </h2>
      <dl className="grid gap-x-12 min-[760px]:grid-cols-2 xl:grid-cols-1">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className="flex items-baseline justify-between gap-4 border-b py-2 xl:last:border-b-0">
                <dt className="shrink-0 text-fg-3">{label}</dt>
                <dd translate="no" className="min-w-0 text-right font-medium break-words">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
