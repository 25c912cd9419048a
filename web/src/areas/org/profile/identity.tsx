import type { Organization } from '@throughline/contracts/org'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import { quietLinkClass } from '../../../ui/link-style.ts'
import { spec, texts } from '../org.texts.ts'
import { OrgLogo } from './org-logo.tsx'

export function Identity({ organization }: { organization: Organization }) {
  const { name, industry, size, description, logo_url, website, contact_email, phone, address } = organization
  const { fields } = texts
  const facts: { label: string; value: ReactNode }[] = [
    { label: fields.website, value: website && <Website address={website} /> },
    { label: fields.contact_email, value: contact_email },
    { label: fields.phone, value: phone },
    { label: fields.address, value: address },
  ]
  return (
    <Card>
      <div className="flex gap-5 border-b p-5">
        <OrgLogo name={name} url={logo_url} size={72} />
        <div className="min-w-0 flex-1">
          <h2 translate="no" className="text-xl break-words">
            {name}
          </h2>
          <p className="text-sm text-fg-3">{texts.kind(spec.industries[industry], spec.sizes[size])}</p>
          {description && (
            <p translate="no" className="mt-2 max-w-[60ch] text-md break-words whitespace-pre-line text-fg-2">
              {description}
            </p>
          )}
        </div>
      </div>
      <dl className="grid gap-x-5 gap-y-4 p-5 @md:grid-cols-2">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-fg-3">{label}</dt>
            <dd translate={value ? 'no' : undefined} className="mt-0.5 break-words">
              {value || <span className="text-fg-3">{texts.none}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Only what leads to a page is a link; whatever else was stored is text. */
function Website({ address }: { address: string }) {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return address
  const shown = `${url.host}${url.pathname === '/' ? '' : url.pathname}`
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${quietLinkClass} inline-flex max-w-full items-center gap-1`}
    >
      <span className="truncate">{shown}</span>
      <ArrowUpRight size={13} aria-hidden className="shrink-0" />
      <span className="sr-only">, {texts.newTab}</span>
    </a>
  )
}
