import { Check, Lightbulb, Link2 } from 'lucide-react'
import { useCopy } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { texts } from '../help.texts.ts'
import type { Section } from '../topics.ts'
import { KeyList, WithKeys } from './help-keys.tsx'

type HelpSectionProps = {
  section: Section
  /** With a link to itself, where the page has an address for it. */
  linked?: boolean
}

export function HelpSection({ section, linked = false }: HelpSectionProps) {
  const { address, title, body, steps, tip, keys } = section
  return (
    <section>
      <h3
        id={address}
        tabIndex={-1}
        className="flex min-h-6 scroll-mt-16 items-center gap-1.5 text-md font-semibold tracking-normal outline-none"
      >
        {title}
        {linked && <CopyLink address={address} title={title} />}
      </h3>
      {body?.map((text) => (
        <p key={text} className="mt-1 text-md text-fg-2">
          <WithKeys text={text} />
        </p>
      ))}
      {steps && (
        <ol className="mt-2 space-y-2">
          {steps.map((text, place) => (
            <li key={text} className="flex gap-3 text-md text-fg-2">
              <span
                aria-hidden
                className="tnum mt-px grid size-5 shrink-0 place-items-center rounded-full bg-surface-3 text-xs font-semibold text-fg-2"
              >
                <span translate="no">{place + 1}</span>
              </span>
              <span className="min-w-0">
                <WithKeys text={text} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {tip && (
        <p className="mt-3 flex gap-2.5 rounded-md bg-accent-subtle px-3.5 py-2.5 text-sm text-accent-text">
          <Lightbulb size={15} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            <span className="sr-only">{texts.tip} </span>
            <WithKeys text={tip} />
          </span>
        </p>
      )}
      {keys && <KeyList keys={keys} />}
    </section>
  )
}

function CopyLink({ address, title }: { address: string; title: string }) {
  const { copied, copy } = useCopy()
  return (
    <>
      <IconButton
        label={texts.copyLink(title)}
        icon={copied ? Check : Link2}
        size="sm"
        className="text-fg-3 max-[759px]:size-11"
        onClick={() => copy(new URL(`/help#${address}`, location.origin).href)}
      />
      <output className="sr-only">{copied && texts.linkCopied}</output>
    </>
  )
}
