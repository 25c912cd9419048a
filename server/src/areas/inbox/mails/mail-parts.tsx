import type { CSSProperties, ReactNode } from 'react'
import { Button } from 'react-email'
import { MailLink, MailNote } from '../../../core/mail/layout.tsx'
import { texts as t } from './inbox-mails.texts.ts'
import type { ListedMessage } from './mail-content.ts'

const line = '1px solid #e6e3dd'
const style = {
  table: { width: '100%', margin: '0 0 16px', borderCollapse: 'collapse' },
  label: { width: '150px', padding: '9px 0', borderTop: line, fontSize: '13px', lineHeight: '18px', color: '#6b665e' },
  value: { padding: '9px 0', borderTop: line, fontSize: '13px', lineHeight: '18px', color: '#1d1c1a' },
  quote: {
    margin: '0 0 16px',
    padding: '0 0 0 14px',
    borderLeft: '3px solid #e6e3dd',
    fontSize: '14px',
    lineHeight: '22px',
    whiteSpace: 'pre-line',
    color: '#4a4640',
  },
  section: { margin: '8px 0', fontSize: '13px', lineHeight: '18px', fontWeight: 600, color: '#4a4640' },
  item: { padding: '9px 0', borderTop: line, fontSize: '14px', lineHeight: '20px', color: '#1d1c1a' },
  title: { fontWeight: 600, color: '#1d1c1a', textDecoration: 'none' },
  small: { fontSize: '12px', lineHeight: '18px', color: '#6b665e' },
  due: {
    padding: '9px 0',
    borderTop: line,
    fontSize: '13px',
    textAlign: 'right',
    verticalAlign: 'top',
    whiteSpace: 'nowrap',
  },
  plain: {
    margin: '8px 0 24px 8px',
    padding: '9px 17px',
    border: '1px solid #d6d2ca',
    borderRadius: '8px',
    fontSize: '14px',
    lineHeight: '20px',
    fontWeight: 600,
    color: '#1d1c1a',
  },
} satisfies Record<string, CSSProperties>

export const MailFacts = ({ facts }: { facts: readonly { label: string; value: string }[] }) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} style={style.table}>
    <tbody>
      {facts.map(({ label, value }, place) => (
        <tr key={`${place} ${label}`}>
          <td style={style.label} className="m-note m-line">
            {label}
          </td>
          <td style={style.value} className="m-text m-line">
            {value}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const MailQuote = ({ text, by }: { text: string; by: string | null }) => (
  <div style={style.quote} className="m-text m-line">
    {text}
    {by && (
      <div style={style.small} className="m-note">
        {by}
      </div>
    )}
  </div>
)

/** Beside the first, and as large: neither is the one that is meant to be pressed. */
export const MailPlainButton = ({ href, label }: { href: string; label: string }) => (
  <Button href={href} style={style.plain} className="m-text m-line">
    {label}
  </Button>
)

export const MailSection = ({ title, count, children }: { title: string; count: number; children: ReactNode }) => (
  <>
    <div style={style.section} className="m-text">
      {title} {count}
    </div>
    <table role="presentation" cellPadding={0} cellSpacing={0} style={style.table}>
      <tbody>{children}</tbody>
    </table>
  </>
)

export const MailItem = ({
  title,
  note,
  href,
  due,
}: {
  title: string
  note: string
  href?: string
  due?: ListedMessage['due']
}) => (
  <tr>
    <td style={style.item} className="m-text m-line">
      {href ? (
        <a href={href} style={style.title} className="m-text">
          {title}
        </a>
      ) : (
        <span style={style.title} className="m-text">
          {title}
        </span>
      )}
      <div style={style.small} className="m-note">
        {note}
      </div>
    </td>
    <td
      style={due?.overdue ? { ...style.due, color: '#a51d1d', fontWeight: 600 } : style.due}
      className={due?.overdue ? 'm-late m-line' : 'm-note m-line'}
    >
      {due?.long ?? ''}
    </td>
  </tr>
)

export const MessageItem = ({ message: { type, title, sender, within, due, link } }: { message: ListedMessage }) => (
  <MailItem title={title} note={[t.eyebrow(type, sender), within].filter(Boolean).join(' · ')} href={link} due={due} />
)

/** Why it came, and the way to get fewer of them. */
export const MailFoot = ({ why, settings, organization }: { why: string; settings: string; organization: string }) => (
  <>
    <MailNote>
      {why} <MailLink href={settings}>{t.fewer}</MailLink>
    </MailNote>
    <MailNote>{t.sentFor(organization)}</MailNote>
  </>
)
