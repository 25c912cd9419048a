import type { CurrentUser } from '@throughline/contracts/auth'
import { FirstSteps, type FirstStepsProps } from './first-steps.tsx'
import { WorkspaceFacts } from './workspace-facts.tsx'

export type NewHereProps = Omit<FirstStepsProps, 'alone'> & { user: CurrentUser }

/** Where there is no work yet: what one can do, and where one is. */
export default function NewHere({ user, ...steps }: NewHereProps) {
  return (
    <div className="mt-8 grid gap-x-12 gap-y-8 max-[759px]:px-4 xl:grid-cols-[minmax(0,1fr)_280px]">
      <FirstSteps {...steps} alone={user.organization_id === null} />
      <WorkspaceFacts user={user} />
    </div>
  )
}
