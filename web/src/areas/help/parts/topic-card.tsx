import { ChevronDown } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { texts } from '../help.texts.ts'
import type { Topic } from '../topics.ts'
import { HelpSection } from './help-section.tsx'

type TopicCardProps = { topic: Topic; open: boolean; onToggle: () => void }

/** A topic; an open one takes the whole width and shows its sections. */
export function TopicCard({ topic, open, onToggle }: TopicCardProps) {
  const { id, icon: Icon, title, note, sections } = topic
  return (
    <section className={cn('card min-w-0 rounded-lg border bg-card shadow-xs', open && 'min-[1000px]:col-span-2')}>
      <h2>
        <button
          type="button"
          id={id}
          aria-expanded={open}
          aria-controls={`${id}-sections`}
          onClick={onToggle}
          className="inset-focus flex w-full scroll-mt-4 items-center gap-3.5 rounded-lg px-4 py-3.5 text-left"
        >
          <span
            className={cn(
              'grid size-9 shrink-0 place-items-center rounded-md',
              open ? 'bg-accent-subtle text-accent-text' : 'bg-surface-3 text-fg-2',
            )}
          >
            <Icon size={17} strokeWidth={1.8} aria-hidden />
          </span>
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block text-md font-semibold tracking-normal">{title}</span>
            <span className="block truncate text-xs font-normal tracking-normal text-fg-3">{note}</span>
          </span>
          <span className="tnum text-xs font-normal tracking-normal text-fg-3">
            <span aria-hidden translate="no">
              {sections.length}
            </span>
            <span className="sr-only">{texts.sections(sections.length)}</span>
          </span>
          <ChevronDown size={16} aria-hidden className={cn('shrink-0 text-fg-3', open && 'rotate-180')} />
        </button>
      </h2>
      <div id={`${id}-sections`} hidden={!open} className="grid gap-5 border-t px-6 py-5 max-[759px]:px-4">
        {open && sections.map((section) => <HelpSection key={section.address} section={section} linked />)}
      </div>
    </section>
  )
}
