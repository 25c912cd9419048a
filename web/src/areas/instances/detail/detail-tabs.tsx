import type { CurrentUser } from '@throughline/contracts/auth'
import type { Instance } from '@throughline/contracts/instances'
import type { RefObject } from 'react'
import { can } from '../../../shared/current-user.ts'
import type { Clock } from '../../../shared/format/time.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { Comments } from '../../comments/parts/comments.tsx'
import { TraceTab } from '../trace/trace-tab.tsx'
import { spec, texts } from './detail.texts.ts'
import { DetailsTab } from './details-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { TasksTab } from './tasks-tab.tsx'
import type { Address } from './use-address.ts'

type DetailTabsProps = {
  instance: Instance
  user: CurrentUser
  clock: Clock
  address: Address
  scroller: RefObject<HTMLElement | null>
}

/** The specification's four, and the trace. */
export function DetailTabs({ instance, user, clock, address, scroller }: DetailTabsProps) {
  const failed = instance.steps.some(({ state }) => state === 'failed')
  const canAdd = can(user, 'documents.manage') && instance.deleted_at === null
  return (
    <Tabs
      label={texts.tabsLabel}
      value={address.tab}
      onChange={address.showTab}
      inset
      items={[
        {
          value: 'details',
          label: spec.tabs.details,
          content: <DetailsTab instance={instance} clock={clock} />,
        },
        {
          value: 'tasks',
          label: spec.tabs.tasks,
          count: instance.tasks_total,
          content: (
            <TasksTab
              instance={instance}
              clock={clock}
              scroller={scroller}
              current={address.taskId}
              openTask={address.openTask}
            />
          ),
        },
        {
          value: 'comments',
          label: spec.tabs.comments,
          count: instance.comment_count,
          content: (
            <div className="max-w-[720px] px-6 py-5 @max-[600px]:px-4">
              <Comments subject={{ kind: 'instance', id: instance.id }} instanceId={instance.id} />
            </div>
          ),
        },
        {
          value: 'attachments',
          label: spec.tabs.attachments,
          count: instance.file_count,
          content: <FilesTab instanceId={instance.id} clock={clock} canAdd={canAdd} scroller={scroller} />,
        },
        {
          value: 'trace',
          label: texts.trace,
          ...(failed && { alert: texts.hasFailed }),
          content: (
            <TraceTab
              instanceId={instance.id}
              name={instance.key}
              now={clock.now}
              scroller={scroller}
              openTask={address.openTask}
            />
          ),
        },
      ]}
    />
  )
}
