import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InboundMail } from '@throughline/contracts/mail-starts'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { agoText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { linkClass } from '../../../ui/link-style.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Received } from '../parts/received.tsx'
import { mailsQuery } from './mail.api.ts'
import { mailTexts as texts } from './mail.texts.ts'

const FILTERS = [
  { value: 'all', label: texts.all },
  { value: 'held', label: texts.onlyHeld },
] as const

type RecentMailsProps = {
  workflowId: string
  addressId: string
  /** Absent for people who may not start instances. */
  onDecide: ((mail: InboundMail, start: boolean) => void) | undefined
}

/** What became of the latest messages, the newest first; those that are held stay within reach behind however many. */
export function RecentMails({ workflowId, addressId, onDecide }: RecentMailsProps) {
  const [filter, setFilter] = useState<'all' | 'held'>('all')
  const query = useInfiniteQuery(mailsQuery(workflowId, addressId, filter === 'held'))
  return (
    <Received
      title={texts.recent}
      filter={<Segmented label={texts.shown} value={filter} items={FILTERS} onChange={setFilter} />}
      query={query}
      failed={texts.recentFailed}
      loading={texts.loadingRecent}
      none={filter === 'all' ? texts.noRecent : texts.noneHeld}
      renderRow={(mail) => <MailLine key={mail.id} mail={mail} onDecide={onDecide} />}
    />
  )
}

const LINKS: Partial<Record<InboundMail['state'], (key: string) => string>> = {
  duplicate: texts.duplicateOf,
  joined: texts.addedTo,
}
const TONES: Partial<Record<InboundMail['state'], string>> = { held: 'text-warning-fg', rejected: 'text-danger-fg' }

function MailLine({ mail, onDecide }: { mail: InboundMail } & Pick<RecentMailsProps, 'onDecide'>) {
  const [zone, now] = [useZone(), useNow()]
  const { instance } = mail
  const subject = mail.subject ?? texts.noSubject
  return (
    <li className="px-3 py-2 text-sm">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <Outcome mail={mail} />
          <span translate="no" className="block truncate text-xs text-fg-2">
            {texts.from(subject, mail.sender ?? texts.unknownSender)}
          </span>
        </span>
        <span className="shrink-0 text-xs text-fg-3">{agoText(mail.received_at, zone, now)}</span>
      </div>
      {mail.state === 'held' && onDecide && (
        <div className="mt-1.5 flex gap-2">
          <Button
            size="sm"
            aria-label={instance ? texts.joinLabel(subject, instance.key) : texts.releaseLabel(subject)}
            onClick={() => onDecide(mail, true)}
          >
            {instance ? texts.join(instance.key) : texts.release}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label={texts.dismissLabel(subject)}
            onClick={() => onDecide(mail, false)}
          >
            {texts.dismiss}
          </Button>
        </div>
      )}
    </li>
  )
}

function Outcome({ mail }: { mail: InboundMail }) {
  const { state, instance, reason, verified } = mail
  // What would become of a held reply is on its button.
  const link = instance && state !== 'held' && (
    <Link to="/instances/$instanceId" params={{ instanceId: instance.id }} className={linkClass}>
      {LINKS[state]?.(instance.key) ?? instance.key}
    </Link>
  )
  const isGone = state === 'started' || state === 'joined'
  const name = link || (isGone ? texts.instanceGone : (reason ?? texts.states[state]))
  return (
    <span className={cn('flex items-center gap-1.5', TONES[state])}>
      <span className="min-w-0">{name}</span>
      {verified && <BadgeCheck size={14} aria-hidden className="shrink-0 text-success-fg" />}
      {verified && <span className="sr-only">{texts.verified}</span>}
      {!verified && isGone && <span className="text-xs text-fg-3">{texts.notVerified}</span>}
    </span>
  )
}
