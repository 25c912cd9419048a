import { Link } from '@tanstack/react-router'
import type { InboundMail } from '@throughline/contracts/mail-starts'
import { BadgeCheck } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { agoText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { linkClass } from '../../../ui/link-style.ts'
import { mailTexts as texts } from './mail.texts.ts'

type RecentMailsProps = {
  mails: readonly InboundMail[]
  /** Absent for people who may not start instances. */
  onDecide: ((mail: InboundMail, start: boolean) => void) | undefined
}

/** What became of the latest messages, the newest first. */
export function RecentMails({ mails, onDecide }: RecentMailsProps) {
  return (
    <section aria-label={texts.recent}>
      <h3 className="mb-2 text-sm font-medium">{texts.recent}</h3>
      {mails.length === 0 ? (
        <p className="text-sm text-fg-3">{texts.noRecent}</p>
      ) : (
        <ul className="divide-y rounded-md border bg-surface">
          {mails.map((mail) => (
            <MailLine key={mail.id} mail={mail} onDecide={onDecide} />
          ))}
        </ul>
      )}
    </section>
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
