import { useQuery } from '@tanstack/react-query'
import type { BillingDetails } from '@throughline/contracts/billing'
import { stateOf } from '@throughline/contracts/indian-states'
import { hasTaxNumbers } from '@throughline/contracts/tax-numbers'
import { type ReactNode, useState } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { detailsQuery } from '../billing.api.ts'
import { texts } from '../subscription.texts.ts'
import { countryName } from './countries.ts'
import { InvoiceForm } from './invoice-form.tsx'

const { invoice: words } = texts

/** What stands on invoices. */
export function InvoiceCard() {
  const details = useQuery(detailsQuery)
  const [edits, setEdits] = useState(false)
  const edit = details.data && (
    <Button size="sm" onClick={() => setEdits(true)}>
      {words.edit}
    </Button>
  )
  return (
    <Card title={words.title} action={edit}>
      {details.data ? (
        <Details details={details.data} />
      ) : details.isError ? (
        <QueryFailed query={details} title={words.failed} />
      ) : (
        <Loading label={words.loading} className="space-y-3 px-5 py-4">
          <Skeleton className="h-3 w-32" />
          <Skeleton className="h-3 w-40" />
        </Loading>
      )}
      {edits && details.data && <InvoiceForm details={details.data} onClose={() => setEdits(false)} />}
    </Card>
  )
}

function Details({ details }: { details: BillingDetails }) {
  const { company, address, country, region, tax_number, receipts_email } = details
  const state = country === 'IN' && region !== null ? stateOf(region) : undefined
  const lines = [company, ...address.split('\n'), state, countryName(country)].filter((line) => line)
  return (
    <dl className="space-y-3 px-5 py-4 text-sm">
      <Detail name={company || address ? words.company : words.country}>
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Detail>
      {hasTaxNumbers(country) && <Detail name={words.taxNumber(country)}>{tax_number ?? words.noTaxNumber}</Detail>}
      <Detail name={words.receipts}>{receipts_email || words.nobody}</Detail>
    </dl>
  )
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-fg-3">{name}</dt>
    <dd translate="no" className="mt-0.5 wrap-anywhere">
      {children}
    </dd>
  </div>
)
