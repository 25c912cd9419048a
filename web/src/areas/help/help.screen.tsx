import { useLocation, useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { useEffect, useMemo, useState } from 'react'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { texts } from './help.texts.ts'
import { HelpResults, HelpSearch } from './parts/help-search.tsx'
import { type CameFrom, Rail } from './parts/rail.tsx'
import { TopicCard } from './parts/topic-card.tsx'
import { searchHelp } from './search-help.ts'
import { TOPICS, type TopicId, topicAt } from './topics.ts'

type HelpScreenProps = {
  user: CurrentUser
  /** The screen one was on before. */
  from: CameFrom | undefined
  onShortcuts: () => void
}

/** Which topics are open. The one that the address names is opened, and its section stands at the top with the focus. */
function useTopics() {
  const { hash } = useLocation()
  const [open, setOpen] = useState<ReadonlySet<TopicId>>(new Set())
  const [visits, setVisits] = useState(0)
  const visit = `${visits} ${hash}`
  const [shown, setShown] = useState('')
  if (visit !== shown) {
    setShown(visit)
    const topic = topicAt(hash)
    if (topic) setOpen(new Set([...open, topic.id]))
  }
  useEffect(() => {
    const place = hash && visit === shown ? document.getElementById(hash) : null
    place?.scrollIntoView?.({ block: 'start' })
    place?.focus({ preventScroll: true })
  }, [hash, visit, shown])
  return {
    open,
    toggle: (id: TopicId) => {
      const next = new Set(open)
      if (!next.delete(id)) next.add(id)
      setOpen(next)
    },
    /** An address that is there already is gone to once more, since the page may have been scrolled since. */
    follow: (address: string) => address === hash && setVisits(visits + 1),
  }
}

export function HelpScreen({ user, from, onShortcuts }: HelpScreenProps) {
  const navigate = useNavigate()
  const { open, toggle, follow } = useTopics()
  const [words, setWords] = useState('')
  const query = words.trim()
  const results = useMemo(() => (query ? searchHelp(TOPICS, query) : []), [query])
  const show = (address: string) => {
    setWords('')
    follow(address)
  }
  const showFirst = () => {
    const [first] = results
    if (!first) return
    show(first.address)
    void navigate({ to: '/help', hash: first.address })
  }
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title={texts.title} />
      <div className="relative min-h-0 flex-1 overflow-y-auto bg-board">
        <div className="mx-auto grid max-w-[1120px] items-start gap-5 p-6 max-[759px]:p-4 min-[1100px]:grid-cols-[1fr_300px]">
          <div className="min-w-0">
            <HelpSearch large words={words} onWords={setWords} onEnter={showFirst} />
            {query ? (
              <HelpResults
                words={query}
                results={results}
                onFollow={show}
                onClear={() => setWords('')}
                className="card mt-4 overflow-hidden rounded-lg border bg-card"
              />
            ) : (
              <div className="mt-4 grid items-start gap-3 min-[1000px]:grid-cols-2">
                {TOPICS.map((topic) => (
                  <TopicCard key={topic.id} topic={topic} open={open.has(topic.id)} onToggle={() => toggle(topic.id)} />
                ))}
              </div>
            )}
          </div>
          <div className="grid gap-5">
            <Rail user={user} from={from} onFollow={show} onShortcuts={onShortcuts} />
          </div>
        </div>
      </div>
    </div>
  )
}
