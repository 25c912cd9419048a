import { Link } from '@tanstack/react-router'
import { ChevronLeft, ExternalLink, MessageSquareHeart } from 'lucide-react'
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { quietLinkClass } from '../../ui/link-style.ts'
import { usePageKeys } from '../../ui/page-keys.ts'
import { Panel } from '../../ui/panel.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { uiTexts } from '../../ui/ui.texts.ts'
import { texts } from './help.texts.ts'
import { HelpResults, HelpSearch } from './parts/help-search.tsx'
import { HelpSection } from './parts/help-section.tsx'
import { searchHelp } from './search-help.ts'
import { type HelpAddress, TOPICS, type Topic, topicAt } from './topics.ts'

type HelpPanelProps = {
  /** Where it opens. A new object opens it there once more. */
  at: { address: HelpAddress }
  onClose: () => void
  /** A link in it was followed: the page that comes has the focus. */
  onLeave: () => void
}

/** Nothing else in sight is a heading of this section, however the page below is made. */
const headingIn = (panel: HTMLElement | null, address: string) =>
  panel?.querySelector<HTMLElement>(`[id="${CSS.escape(address)}"]`)

/** Help beside the work: what lies under it stays as it is, and can be used meanwhile. */
export function HelpPanel({ at, onClose, onLeave }: HelpPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<{ address: string }>(at)
  const [opened, setOpened] = useState(at)
  const [words, setWords] = useState('')
  const go = (address: string) => {
    setWords('')
    setView({ address })
  }
  if (opened !== at) {
    setOpened(at)
    go(at.address)
  }
  usePageKeys(useMemo(() => [{ key: 'Escape', label: uiTexts.close, act: onClose }], [onClose]))
  useEffect(() => {
    const panel = box.current?.querySelector('aside') ?? null
    const place = headingIn(panel, view.address)
    const shown = place ?? panel?.querySelector('[data-top]')
    shown?.scrollIntoView?.({ block: 'start' })
    const focused = place ?? panel
    focused?.focus({ preventScroll: true })
  }, [view])

  const topic = topicAt(view.address)
  const query = words.trim()
  const results = useMemo(() => (query ? searchHelp(TOPICS, query) : []), [query])
  const follow = (address: string, event?: MouseEvent) => {
    // As every link: with a modifier it opens the page in a new tab.
    if (event?.metaKey || event?.ctrlKey || event?.shiftKey) return
    event?.preventDefault()
    go(address)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes it from the search field, too
    <div
      ref={box}
      className="contents"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <Panel
        title={topic?.title ?? texts.help}
        glyph={topic && <IconButton label={texts.allTopics} icon={ChevronLeft} onClick={() => go('')} />}
        actions={<OpenAsPage address={view.address} onLeave={onLeave} />}
        footer={<Foot onLeave={onLeave} />}
        onClose={onClose}
      >
        <div className="sticky -top-4 z-10 -mx-3.5 -mt-4 mb-5 border-b bg-surface p-3">
          <HelpSearch words={words} onWords={setWords} onEnter={() => results[0] && go(results[0].address)} />
        </div>
        <div data-top className="relative scroll-mt-20">
          {query ? (
            <HelpResults
              words={query}
              results={results}
              onFollow={follow}
              onClear={() => go('')}
              className="-mx-4 -mt-5"
            />
          ) : topic ? (
            <div className="grid gap-6 px-1">
              {topic.sections.map((section) => (
                <HelpSection key={section.address} section={section} />
              ))}
            </div>
          ) : (
            <AllTopics onOpen={go} />
          )}
        </div>
      </Panel>
    </div>
  )
}

function OpenAsPage({ address, onLeave }: { address: string; onLeave: () => void }) {
  return (
    <Tooltip label={texts.openAsPage}>
      <Link
        to="/help"
        hash={address}
        aria-label={texts.openAsPage}
        onClick={onLeave}
        className="inline-grid size-7 shrink-0 place-items-center rounded-sm text-fg-2 hover:bg-surface-3 hover:text-fg"
      >
        <ExternalLink size={16} strokeWidth={1.8} aria-hidden />
      </Link>
    </Tooltip>
  )
}

function Foot({ onLeave }: { onLeave: () => void }) {
  return (
    <p className="flex w-full items-center gap-2 px-1 text-sm">
      <Link to="/feedback" onClick={onLeave} className={`${quietLinkClass} inline-flex items-center gap-1.5`}>
        <MessageSquareHeart size={14} aria-hidden />
        {texts.feedback}
      </Link>
      <span className="ml-auto inline-flex items-center gap-1.5 text-xs text-fg-3">
        <Kbd>F1</Kbd> {texts.opensHelp}
      </span>
    </p>
  )
}

function AllTopics({ onOpen }: { onOpen: (id: Topic['id']) => void }) {
  return (
    <ul aria-label={texts.topics} className="-mx-2">
      {TOPICS.map(({ id, icon: Icon, title, note }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="inset-focus flex w-full items-center gap-3 rounded-md px-3 py-2.5 text-left hover:bg-surface-2"
          >
            <span className="grid size-8 shrink-0 place-items-center rounded-md bg-surface-3 text-fg-2">
              <Icon size={16} strokeWidth={1.8} aria-hidden />
            </span>
            <span className="min-w-0 flex-1 leading-tight">
              <span className="block text-md font-medium">{title}</span>
              <span className="block truncate text-xs text-fg-3">{note}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
