import { MailAction, MailButton, MailLayout, MailLink, MailNote, MailText } from '../../../core/mail/layout.tsx'
import { texts as t } from './inbox-mails.texts.ts'
import { isDecided } from './listed-message.ts'
import type { InboxDigest, InboxMail, InboxMessageMail } from './mail-content.ts'
import { MailFacts, MailFoot, MailItem, MailPlainButton, MailQuote, MailSection, MessageItem } from './mail-parts.tsx'

export function MessageMail(mail: InboxMessageMail) {
  const { organization, type, title, sender, text, due, answers, facts, because, link, settings } = mail
  const decides = isDecided(type)
  const dueAt = due ? [{ label: t.facts.due, value: due.long }] : []
  const stated = facts.map(({ of, is }) => ({ label: t.facts[of], value: is }))
  const answered = answers.map(({ label, is }) => ({ label, value: is }))
  // What is decided stands in the order in which it is judged, and when that is due last.
  const shown = decides ? [...answered, ...stated, ...dueAt] : [...dueAt, ...stated]
  // Beside what is decided stands the step's description, which the requester didn't write.
  const quote = text !== '' && <MailQuote text={text} by={decides ? null : sender} />
  return (
    <MailLayout
      preview={t.eyebrow(type, sender)}
      brand={organization}
      eyebrow={t.eyebrow(type, sender)}
      heading={title}
      foot={<MailFoot why={t.because(because, decides)} settings={settings} organization={organization} />}
    >
      {decides && quote}
      {shown.length > 0 && <MailFacts facts={shown} />}
      {!decides && quote}
      {decides ? (
        <>
          <MailButton href={link} label={t.approve} /> <MailPlainButton href={link} label={t.reject} />
          <MailNote>{t.confirm(facts.some(({ of }) => of === 'file'))}</MailNote>
        </>
      ) : (
        <MailAction href={link} label={t.open} copyHint={t.orUse} />
      )}
    </MailLayout>
  )
}

export function MessagesMail({
  organization,
  messages,
  link,
  settings,
}: Extract<InboxMail, { kind: 'inbox_messages' }>) {
  const [first] = messages
  return (
    <MailLayout
      preview={first ? first.title : ''}
      brand={organization}
      eyebrow={t.waitingEyebrow}
      heading={t.several(messages.length)}
      foot={<MailFoot why={t.becauseSeveral} settings={settings} organization={organization} />}
    >
      <table role="presentation" cellPadding={0} cellSpacing={0} style={{ width: '100%' }}>
        <tbody>
          {messages.map((message) => (
            <MessageItem key={message.link} message={message} />
          ))}
        </tbody>
      </table>
      <MailAction href={link} label={t.openInbox} copyHint={t.orUse} />
    </MailLayout>
  )
}

export function WaitingMail({ organization, count, link, settings }: Extract<InboxMail, { kind: 'inbox_waiting' }>) {
  return (
    <MailLayout
      preview={t.waitingBody}
      brand={organization}
      heading={t.waiting(count)}
      foot={<MailFoot why={t.becauseSeveral} settings={settings} organization={organization} />}
    >
      <MailText>{t.waitingBody}</MailText>
      <MailAction href={link} label={t.openInbox} copyHint={t.orUse} />
    </MailLayout>
  )
}

const count = (updates: InboxDigest['updates']) => updates.reduce((sum, { lines }) => sum + lines.length, 0)

const asking = ({ needs_you, needs_you_count }: InboxDigest) => needs_you_count ?? needs_you.length

export const digestSubject = (digest: InboxDigest) => t.digest.subject(asking(digest), count(digest.updates))

function DigestLists(digest: InboxDigest) {
  const { needs_you, waiting_on, updates, link } = digest
  return (
    <>
      {needs_you.length > 0 && (
        <MailSection title={t.digest.needsYou} count={asking(digest)}>
          {needs_you.map((message) => (
            <MessageItem key={message.link} message={message} />
          ))}
        </MailSection>
      )}
      <MailButton href={link} label={t.openInbox} />
      {waiting_on.length > 0 && (
        <MailSection title={t.digest.waitingOn} count={waiting_on.length}>
          {waiting_on.map(({ title, note }, place) => (
            <MailItem key={`${place} ${title}`} title={title} note={note} />
          ))}
        </MailSection>
      )}
      {updates.length > 0 && (
        <MailSection title={t.digest.updates} count={count(updates)}>
          {updates.map(({ workflow, lines }) => (
            <MailItem key={workflow} title={workflow} note={t.digest.lines(lines)} />
          ))}
        </MailSection>
      )}
    </>
  )
}

export function DigestMail(digest: InboxDigest) {
  const { organization, day, greeting, name, names, link, settings, turn_off } = digest
  return (
    <MailLayout
      preview={digestSubject(digest)}
      brand={organization}
      eyebrow={day}
      heading={t.digest.heading(greeting, name, asking(digest))}
      foot={
        <>
          <MailNote>
            {t.digest.foot} <MailLink href={settings}>{t.digest.change}</MailLink> ·{' '}
            <MailLink href={turn_off}>{t.digest.turnOff}</MailLink>
          </MailNote>
          <MailNote>{t.sentFor(organization)}</MailNote>
        </>
      }
    >
      {names ? <DigestLists {...digest} /> : <MailButton href={link} label={t.openInbox} />}
    </MailLayout>
  )
}
