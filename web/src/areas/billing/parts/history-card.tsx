import { useInfiniteQuery } from '@tanstack/react-query'
import type { BillingEntry } from '@throughline/contracts/billing'
import type { InvoiceId } from '@throughline/contracts/ids'
import { formatMoney } from '@throughline/contracts/money'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { Tag } from '../../../ui/tag.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { olderPaymentsQuery } from '../billing.api.ts'
import { spec } from '../billing.texts.ts'
import { texts } from '../subscription.texts.ts'

const { history } = texts
const { columns } = history
const TONES: Record<BillingEntry['status'], Tone> = {
  Open: 'info',
  Paid: 'success',
  Failed: 'danger',
  Refunded: 'neutral',
  'In review': 'warning',
}

/** What an entry without money behind it says about money. */
function noteOf({ status, problem }: BillingEntry): string | undefined {
  if (status === 'In review') return history.review
  if (status !== 'Open' && status !== 'Failed') return undefined
  return problem ? history.problem(problem) : history.open
}

const cell = 'border-t px-3 py-2.5 text-left align-top first:pl-5 last:pr-5'
const head = 'bg-surface-2 px-3 py-2 text-left text-xs font-medium text-fg-3 first:pl-5 last:pr-5'
const COLUMNS = Object.keys(columns).length
const narrowHides = '@max-[560px]:hidden'

interface HistoryCardProps {
  payments: readonly BillingEntry[]
  /** Where the list goes on; null where these are all. */
  next: string | null
  zone: string
}

export function HistoryCard({ payments, next, zone }: HistoryCardProps) {
  return (
    <Card title={spec.history}>
      {payments.length === 0 ? (
        <p className="px-5 py-10 text-center text-md text-fg-3">{spec.noHistory}</p>
      ) : (
        <table className="w-full text-sm">
          <caption className="sr-only">{spec.history}</caption>
          <thead>
            <tr>
              <th scope="col" className={cn(head, narrowHides)}>
                {columns.date}
              </th>
              <th scope="col" className={head}>
                {columns.description}
              </th>
              <th scope="col" className={cn(head, 'text-right')}>
                {columns.amount}
              </th>
              <th scope="col" className={cn(head, narrowHides)}>
                {columns.status}
              </th>
              <th scope="col" className={cn(head, 'text-right', narrowHides)}>
                {columns.receipt}
              </th>
            </tr>
          </thead>
          <tbody>
            {payments.map((entry) => (
              <Entry key={entry.id} entry={entry} zone={zone} />
            ))}
            {next !== null && <OlderEntries next={next} zone={zone} />}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/** Read when they are asked for, page after page. */
function OlderEntries({ next, zone }: { next: string; zone: string }) {
  const [isAsked, setAsked] = useState(false)
  const older = useInfiniteQuery({ ...olderPaymentsQuery(next), enabled: isAsked })
  const hasMore = older.data === undefined || older.hasNextPage
  const showMore = () => {
    setAsked(true)
    if (older.data) void older.fetchNextPage()
    else if (isAsked) void older.refetch()
  }
  return (
    <>
      {older.data?.pages.flatMap(({ data }) => data.map((entry) => <Entry key={entry.id} entry={entry} zone={zone} />))}
      {(hasMore || older.isError) && (
        <tr>
          <td colSpan={COLUMNS} className="border-t px-5 py-3 text-center">
            {older.isError && (
              <p role="alert" className="mb-2 text-xs text-danger-fg">
                {history.failed}
              </p>
            )}
            <Button size="sm" busy={older.isFetching} onClick={showMore}>
              {older.isError ? uiTexts.tryAgain : history.more}
            </Button>
          </td>
        </tr>
      )}
    </>
  )
}

function Entry({ entry, zone }: { entry: BillingEntry; zone: string }) {
  const { date, detail, amount, currency, status } = entry
  const note = noteOf(entry)
  const day = dateText(date, zone)
  const tag = <Tag tone={TONES[status]}>{status}</Tag>
  return (
    <tr translate="no">
      <td className={cn(cell, 'tnum whitespace-nowrap text-fg-2', narrowHides)}>{day}</td>
      <td className={cell}>
        <span className="tnum hidden text-xs text-fg-3 @max-[560px]:block">{day}</span>
        {detail}
        {note && <span className="mt-0.5 block text-xs text-fg-3">{note}</span>}
        <span className="mt-1.5 hidden flex-wrap items-center gap-2 @max-[560px]:flex">
          {tag}
          <Receipts entry={entry} />
        </span>
      </td>
      <td className={cn(cell, 'tnum text-right whitespace-nowrap', note && 'text-fg-3 line-through')}>
        {formatMoney(amount, currency)}
      </td>
      <td className={cn(cell, narrowHides)}>{tag}</td>
      <td className={cn(cell, 'text-right', narrowHides)}>
        <Receipts entry={entry} />
      </td>
    </tr>
  )
}

const Receipts = ({ entry: { invoice, credit_note } }: { entry: BillingEntry }) => (
  <>
    {invoice && <Receipt {...invoice} />}
    {credit_note && <Receipt {...credit_note} />}
  </>
)

export const receiptAddress = (id: InvoiceId) => `/v1/pricing/invoices/${id}/pdf/`

const Receipt = ({ id, number }: { id: InvoiceId; number: string }) => (
  <a
    href={receiptAddress(id)}
    download={`${number}.pdf`}
    aria-label={history.download(number)}
    className={cn(quietLinkClass, 'tnum inline-flex items-center gap-1 whitespace-nowrap')}
  >
    <ReceiptText size={14} aria-hidden />
    {number}
  </a>
)
