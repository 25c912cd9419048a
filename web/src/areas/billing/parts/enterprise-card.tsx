import type { Plan } from '@throughline/contracts/billing'
import { Check, Mail } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import { SALES_EMAIL, spec, texts } from '../billing.texts.ts'

const { enterprise } = texts

/** Its price is agreed upon, so there is none here; a row of its own says what it is called and has. */
export function EnterpriseCard({ plan }: { plan: Plan | undefined }) {
  const features = plan && plan.features.length > 0 ? plan.features : enterprise.features
  return (
    <section
      aria-label={enterprise.name}
      className="grid gap-6 rounded-xl border bg-card p-6 shadow-xs @min-[720px]:grid-cols-[minmax(0,1fr)_300px]"
    >
      <div>
        <h2 translate="no" className="text-lg">
          {plan?.name ?? enterprise.name}
        </h2>
        <p translate="no" className="mt-1 text-md text-fg-2">
          {plan?.description || enterprise.note}
        </p>
        <ul className="mt-5 grid gap-x-6 gap-y-3 @min-[560px]:grid-cols-2">
          {features.map((feature) => (
            <li key={feature} translate="no" className="flex gap-2.5 text-md">
              <Check size={16} strokeWidth={2} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
              {feature}
            </li>
          ))}
        </ul>
      </div>
      <div className="rounded-lg bg-surface-2 p-6">
        <p className="text-3xl font-semibold tracking-tight">{spec.custom}</p>
        <p className="mt-1 text-sm text-fg-2">{enterprise.reply}</p>
        <a
          href={`mailto:${SALES_EMAIL}`}
          className={buttonClass({ variant: 'primary', block: true, className: 'mt-4' })}
        >
          <Mail size={15} aria-hidden />
          {spec.contactSales}
        </a>
        <p className="mt-2 text-center text-xs text-fg-3">{enterprise.opens}</p>
      </div>
    </section>
  )
}
