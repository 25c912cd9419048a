import { useQueryClient } from '@tanstack/react-query'
import type { BillingDetails } from '@throughline/contracts/billing'
import { INDIAN_STATES } from '@throughline/contracts/indian-states'
import { hasTaxNumbers, isTaxNumber } from '@throughline/contracts/tax-numbers'
import { useId } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { billingCalls, detailsQuery, orderKey } from '../billing.api.ts'
import { texts } from '../subscription.texts.ts'
import { COUNTRY_CHOICES } from './countries.ts'

const { invoice: words } = texts
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const STATE_CHOICES = Object.entries(INDIAN_STATES).map(([value, label]) => ({ value, label }))

type Values = Record<keyof BillingDetails, string>

/** Only what the country has: a number of another country would be refused. */
function detailsOf({ company, address, country, region, tax_number, receipts_email }: Values): BillingDetails {
  return {
    company: company.trim(),
    address: address.trim(),
    country,
    region: country === 'IN' && region !== '' ? region : null,
    tax_number: hasTaxNumbers(country) && tax_number.trim() !== '' ? tax_number.trim() : null,
    receipts_email: receipts_email.trim(),
  }
}

function errorsIn(values: Values): Partial<Values> {
  const { country, region, tax_number, receipts_email } = detailsOf(values)
  const isWrong = tax_number !== null && !isTaxNumber(country, tax_number, region)
  return {
    ...(country === 'IN' && region === null && { region: words.wrongState }),
    ...(isWrong && { tax_number: words.wrongNumber }),
    ...(receipts_email !== '' && !EMAIL.test(receipts_email) && { receipts_email: words.wrongEmail }),
  }
}

export function InvoiceForm({ details, onClose }: { details: BillingDetails; onClose: () => void }) {
  const id = useId()
  const queries = useQueryClient()
  const form = useForm<keyof BillingDetails>({
    initial: { ...details, region: details.region ?? '', tax_number: details.tax_number ?? '' },
    check: errorsIn,
    submit: async (values) => {
      queries.setQueryData(detailsQuery.queryKey, await billingCalls.setDetails(detailsOf(values)))
      // Another country or number may mean another tax, so what is about to be paid is quoted anew.
      void queries.invalidateQueries({ queryKey: orderKey })
      toast.success(words.saved)
      onClose()
    },
    failure: { title: words.saveFailed },
  })
  const { values, errors, set } = form
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      note={words.note}
      action={{ label: words.save, type: 'submit', form: id, busy: form.busy, disabled: form.waiting }}
    >
      <form {...form.props} id={id} className="space-y-4">
        <FormProblem problem={form.problem} seconds={form.seconds} />
        <Field label={words.company} error={errors.company}>
          <Input {...form.field('company')} required={false} maxLength={200} autoComplete="organization" />
        </Field>
        <Field label={words.address} error={errors.address}>
          <Textarea
            {...form.field('address')}
            required={false}
            maxLength={500}
            autoComplete="street-address"
            onChange={({ target }) => set('address', target.value)}
          />
        </Field>
        <Field label={words.country} error={errors.country}>
          <ComboboxOne items={COUNTRY_CHOICES} value={values.country} onChange={(next) => set('country', next)} />
        </Field>
        {values.country === 'IN' && (
          <Field label={words.state} error={errors.region}>
            <ComboboxOne
              items={STATE_CHOICES}
              value={values.region}
              onChange={(next) => set('region', next)}
              placeholder={words.chooseState}
            />
          </Field>
        )}
        {hasTaxNumbers(values.country) && (
          <Field label={words.taxNumber(values.country)} optional error={errors.tax_number}>
            <Input {...form.field('tax_number')} required={false} maxLength={30} spellCheck={false} />
          </Field>
        )}
        <Field label={words.receipts} optional hint={words.receiptsHint} error={errors.receipts_email}>
          <Input {...form.field('receipts_email')} required={false} type="email" maxLength={254} autoComplete="email" />
        </Field>
      </form>
    </Dialog>
  )
}
