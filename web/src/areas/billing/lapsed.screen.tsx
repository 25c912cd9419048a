import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { notifyAdministrators } from '@throughline/contracts/billing'
import { BellRing, Lock } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { dateText } from '../../shared/format/time.ts'
import { reasonOf } from '../../shared/server-message.ts'
import { useAct } from '../../shared/use-act.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { subscriptionQuery } from '../org/org.api.ts'
import { spec, texts } from './lapsed.texts.ts'

/** For people who cannot pay themselves: why nothing can be changed, what still works, and who can help. */
export function LapsedScreen({ user }: { user: CurrentUser }) {
  const { data } = useQuery(subscriptionQuery)
  const since = data?.end_date
  return (
    <div className="grid min-h-full place-items-center px-6 py-16">
      <div className="w-full max-w-115">
        <span aria-hidden className="mb-4 grid size-11 place-items-center rounded-full bg-warning-bg text-warning-fg">
          <Lock size={20} strokeWidth={1.8} />
        </span>
        <h1 className="text-xl">{texts.title}</h1>
        <p className="mt-1.5 text-md text-fg-2">{spec.restricted}</p>
        <p translate="no" className="mt-2 text-md text-fg-2">
          {since ? texts.since(user.tenant_name, dateText(since, user.time_zone)) : texts.lapsed(user.tenant_name)}
        </p>
        <Administrators names={data?.administrators ?? []} />
        <Ways />
      </div>
    </div>
  )
}

function Administrators({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <p className="mt-4 text-md text-fg-2">{texts.ask}</p>
  return (
    <section aria-labelledby="administrators" className="mt-5 rounded-lg border">
      <h2 id="administrators" className="px-4 py-2.5 text-sm font-medium text-fg-2">
        {texts.administrators}
      </h2>
      <ul>
        {names.map((name) => (
          <li key={name} translate="no" className="flex items-center gap-3 border-t px-4 py-2.5 font-medium">
            <Avatar name={name} size={22} />
            {name}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Ways() {
  const [notified, setNotified] = useState(false)
  const { busy, run } = useAct({ reasonOf })
  const notify = () =>
    void run({
      call: async () => {
        await api(notifyAdministrators)
        setNotified(true)
      },
      failed: texts.notifyFailed,
    })
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2">
        <Link to="/home" className={buttonClass({ variant: 'primary' })}>
          {texts.backHome}
        </Link>
        {!notified && (
          <Button icon={BellRing} busy={busy !== undefined} onClick={notify}>
            {texts.notify}
          </Button>
        )}
      </div>
      <output className="mt-2 block text-xs text-fg-3">{notified ? texts.notified : texts.oneMessage}</output>
    </>
  )
}
