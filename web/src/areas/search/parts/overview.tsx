import { Link } from '@tanstack/react-router'
import type { HitCount, SearchAnswer } from '@throughline/contracts/search'
import { ArrowRight, FolderOpen, Layers, ListChecks, type LucideIcon, Search, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileHits } from '../results/file-hits.tsx'
import { InstanceHits, OtherHits, WorkflowHits } from '../results/row-hits.tsx'
import { TaskHits } from '../results/task-hits.tsx'
import { spec, texts } from '../search.texts.ts'
import type { SearchAddress, SearchTab } from '../search-address.ts'

type GroupProps = {
  icon: LucideIcon
  title: string
  count: HitCount
  shown: number
  /** The tab that shows all of them. */
  all?: { tab: Exclude<SearchTab, 'all'>; address: SearchAddress }
  children: ReactNode
}

function Group({ icon: Icon, title, count, shown, all, children }: GroupProps) {
  if (shown === 0) return null
  const n = texts.countOf(count.n, count.more)
  return (
    <section aria-label={title} className="mb-6 min-w-0">
      <div className="mb-1.5 flex h-7 items-center gap-2">
        <Icon size={15} aria-hidden className="text-fg-3" />
        <h2 className="text-sm font-semibold tracking-normal">{title}</h2>
        <span className="tnum text-xs text-fg-3">{n}</span>
        <span className="flex-1" />
        {all && (count.more || count.n > shown) && (
          <Link
            to="/search"
            search={{ ...all.address, tab: all.tab }}
            className="inline-flex items-center gap-1 rounded-xs text-xs font-medium text-accent-text hover:underline"
          >
            {texts.showAll(n)}
            <ArrowRight size={12} aria-hidden />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

type OverviewProps = { q: string; answer: SearchAnswer; address: SearchAddress }

/** Up to five of each kind. */
export function Overview({ q, answer, address }: OverviewProps) {
  const { tasks, instances, workflows, files, more, counts } = answer
  const beside = instances.length > 0 && workflows.length > 0
  return (
    <div className="px-6 pt-5 pb-8 max-[759px]:px-4">
      <Group
        icon={ListChecks}
        title={spec.tabs.tasks}
        count={counts.tasks}
        shown={tasks.length}
        all={{ tab: 'tasks', address }}
      >
        <TaskHits hits={tasks} address={address} />
      </Group>
      <div className={beside ? 'grid grid-cols-2 gap-x-8 max-[1023px]:grid-cols-1' : undefined}>
        <Group
          icon={Layers}
          title={spec.tabs.instances}
          count={counts.instances}
          shown={instances.length}
          all={{ tab: 'instances', address }}
        >
          <InstanceHits hits={instances} />
        </Group>
        <Group
          icon={Workflow}
          title={spec.tabs.workflows}
          count={counts.workflows}
          shown={workflows.length}
          all={{ tab: 'workflows', address }}
        >
          <WorkflowHits hits={workflows} />
        </Group>
      </div>
      <Group
        icon={FolderOpen}
        title={spec.tabs.files}
        count={counts.files}
        shown={files.length}
        all={{ tab: 'files', address }}
      >
        <FileHits q={q} hits={files} address={address} />
      </Group>
      <Group icon={Search} title={texts.more} count={counts.more} shown={more.length}>
        <OtherHits hits={more} />
      </Group>
    </div>
  )
}
