import type { CurrentUser } from '@throughline/contracts/auth'
import { CircleCheckBig } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { firstName, greetingAt, longDate } from './greeting.ts'
import { texts } from './home.texts.ts'
import { FirstSteps, type FirstStepsProps } from './parts/first-steps.tsx'
import { WorkspaceFacts } from './parts/workspace-facts.tsx'
import { useNow } from './use-now.ts'

export function HomeScreen({ user, ...steps }: Omit<FirstStepsProps, 'alone'> & { user: CurrentUser }) {
  return (
    <div className="mx-auto max-w-(--content-max) px-4 pt-6 pb-10 min-[760px]:px-8 min-[760px]:pt-8 min-[760px]:pb-12">
      <Greeting user={user} />
      <div className="mt-8 grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_280px]">
        <div className="space-y-8">
          <section aria-labelledby="my-work">
            <h2 id="my-work" className="mb-3 text-lg">
              {texts.myWork}
            </h2>
            <div className="rounded-lg border border-dashed border-line-strong bg-surface-2 dark:bg-transparent">
              <Empty icon={CircleCheckBig} title={texts.nothing} hint={texts.nothingNote} />
            </div>
          </section>
          <FirstSteps {...steps} alone={user.organization_id === null} />
        </div>
        <WorkspaceFacts user={user} />
      </div>
    </div>
  )
}

function Greeting({ user }: { user: CurrentUser }) {
  const now = useNow()
  const standing = [user.role_display_name, user.department].filter(Boolean).join(', ')
  return (
    <header>
      <p className="mb-1 text-sm text-fg-3">
        {texts.date(longDate(now, user.time_zone))} <span aria-hidden>·</span> <span translate="no">{standing}</span>
      </p>
      <h1 tabIndex={-1} className="text-2xl tracking-(--track-tighter) outline-none">
        {texts.greet(greetingAt(now, user.time_zone), firstName(user.name))}
      </h1>
    </header>
  )
}
