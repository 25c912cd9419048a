import type { MessageKind } from '@throughline/contracts/inbox'
import type { EmailChoice } from '@throughline/contracts/notification-settings'
import { Check, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { cn } from '../../../../ui/cn.ts'
import { Select } from '../../../../ui/select.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { texts } from '../notifications.texts.ts'

export interface KindRow {
  kind: MessageKind
  inbox: boolean
  email: EmailChoice
  desktop: boolean
  /** It always comes to the inbox. */
  inboxFixed: boolean
  /** Nothing of it can be chosen here, for this reason. */
  locked?: string | undefined
  yours?: boolean
  /** Of an organization's defaults. */
  canChange?: boolean
}

type Change = Partial<Pick<KindRow, 'inbox' | 'email' | 'desktop' | 'canChange'>>

const GROUPS: { name: readonly [string, string]; kinds: MessageKind[] }[] = [
  { name: texts.groups.needsYou, kinds: ['approval', 'assigned', 'queue', 'question', 'reminder', 'failed'] },
  { name: texts.groups.information, kinds: ['mention', 'activity', 'followed', 'shared', 'ready'] },
  { name: texts.groups.workspace, kinds: ['security'] },
]

const EMAILS = (['now', 'digest', 'off'] as const).map((value) => ({ value, label: texts.email[value] }))

const cell = 'px-2 py-2 text-center'

/** A tick without a box cannot be switched off. */
const Fixed = ({ on }: { on: boolean }) =>
  on ? (
    <>
      <Check size={16} strokeWidth={2} aria-hidden className="mx-auto text-fg-3" />
      <span className="sr-only">{texts.table.always}</span>
    </>
  ) : (
    <span className="text-fg-3">{texts.email.off}</span>
  )

function About({ row: { kind, yours, locked } }: { row: KindRow }) {
  const [name, note] = texts.kinds[kind]
  return (
    <th scope="row" className="py-2 pr-2 pl-5 text-left font-normal max-[639px]:pl-3">
      <span className="flex flex-wrap items-center gap-2 text-sm font-medium">
        {name}
        {yours && <Tag tone="accent">{texts.table.yours}</Tag>}
        {locked && (
          <span className="inline-flex items-center gap-1 text-xs font-normal text-fg-3">
            <Lock size={12} aria-hidden />
            {locked}
          </span>
        )}
      </span>
      <span className="block text-xs text-fg-3 max-[639px]:sr-only">{note}</span>
    </th>
  )
}

function Row({ row, onChange }: { row: KindRow; onChange: (change: Change) => void }) {
  const { kind, inbox, email, desktop, inboxFixed, locked, canChange } = row
  const [name] = texts.kinds[kind]
  const label = (column: string) => texts.table.cell(name, column)
  const box = (column: string, checked: boolean, change: (on: boolean) => Change): ReactNode =>
    locked ? (
      <Fixed on={checked} />
    ) : (
      <Checkbox
        aria-label={label(column)}
        checked={checked}
        onChange={(on) => onChange(change(on))}
        className="mx-auto"
      />
    )
  return (
    <tr className="border-b last:border-b-0">
      <About row={row} />
      <td className={cell}>{inboxFixed ? <Fixed on /> : box(texts.table.inbox, inbox, (on) => ({ inbox: on }))}</td>
      <td className="px-2 py-2">
        {locked ? (
          <span className="px-2 text-sm text-fg-2">{texts.email[email]}</span>
        ) : (
          <Select
            quiet
            label={label(texts.table.email)}
            value={email}
            items={EMAILS}
            onChange={(next) => onChange({ email: next })}
          />
        )}
      </td>
      <td className={cell}>{box(texts.table.desktop, desktop, (on) => ({ desktop: on }))}</td>
      {canChange !== undefined && (
        <td className={cell}>{box(texts.table.canChange, canChange, (on) => ({ canChange: on }))}</td>
      )}
    </tr>
  )
}

const head = 'px-2 py-2 text-xs font-medium text-fg-3'

/** Rows are kinds in three groups; each choice is made in its place. */
export function KindsTable({ rows, onChange }: { rows: readonly KindRow[]; onChange: (row: KindRow) => void }) {
  const ofOrganization = rows.some(({ canChange }) => canChange !== undefined)
  return (
    <div className="overflow-x-auto">
      <table className={cn('w-full min-w-130 border-collapse', !ofOrganization && 'max-[639px]:min-w-0')}>
        <thead>
          <tr className="border-b">
            <th scope="col" className={`${head} pl-5 text-left max-[639px]:pl-3`}>
              {texts.table.about}
            </th>
            <th scope="col" className={head}>
              {texts.table.inbox}
            </th>
            <th scope="col" className={`${head} pl-4 text-left`}>
              {texts.table.email}
            </th>
            <th scope="col" className={head}>
              {texts.table.desktop}
            </th>
            {ofOrganization && (
              <th scope="col" className={head}>
                {texts.table.canChange}
              </th>
            )}
          </tr>
        </thead>
        {GROUPS.map(({ name: [name, note], kinds }) => (
          <tbody key={name} className="border-b last:border-b-0">
            <tr className="border-b bg-surface-2">
              <th
                scope="rowgroup"
                colSpan={ofOrganization ? 5 : 4}
                className="px-5 py-1.5 text-left text-xs font-medium max-[639px]:px-3"
              >
                {name} <span className="pl-1 font-normal text-fg-3">{note}</span>
              </th>
            </tr>
            {rows
              .filter(({ kind }) => kinds.includes(kind))
              .map((row) => (
                <Row key={row.kind} row={row} onChange={(change) => onChange({ ...row, ...change })} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
