import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Instance } from '@throughline/contracts/instances'
import { Ban, Trash2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { dateText } from '../../../shared/format/time.ts'
import { TRASH_DAYS } from '../../../shared/time-ago.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { usePageTitle } from '../../../ui/page-title.ts'
import { TaskOverlay } from '../../tasks/parts/task-overlay.tsx'
import { InstanceDialogs } from '../list/instance-dialogs.tsx'
import { isOpen } from '../list/rights.ts'
import { spec, texts } from './detail.texts.ts'
import { DetailTabs } from './detail-tabs.tsx'
import { EditForm } from './edit-form.tsx'
import { Head } from './head.tsx'
import { type DetailDialog, InstanceMenu } from './instance-menu.tsx'
import { TABS } from './instance-search.ts'
import { Metrics } from './metrics.tsx'
import { NarrowDialog } from './narrow-dialog.tsx'
import { OverrideDialog } from './override-dialog.tsx'
import { StepsSection } from './steps-section.tsx'
import { useAddress } from './use-address.ts'
import { useDetailActs } from './use-detail-acts.ts'

type OpenDialog = { what: DetailDialog; step?: string }

/** An instance from its number down to its trace. */
export function InstanceDetail({ instance, user }: { instance: Instance; user: CurrentUser }) {
  const address = useAddress(instance.id)
  const acts = useDetailActs(instance.id)
  const navigate = useNavigate()
  const now = useNow()
  const clock = useMemo(() => ({ zone: user.time_zone, now }), [user.time_zone, now])
  const scroller = useRef<HTMLDivElement>(null)
  const [dialog, openDialog] = useState<OpenDialog>()
  const editing = address.editing && instance.can.edit
  usePageTitle(instance.title)
  useDetailKeys(address, instance.can.edit)
  const override = (step: string) => {
    const task = instance.tasks.find((one) => one.step === step && one.state !== 'completed')
    if (task) address.openTask(task.id)
    else openDialog({ what: 'override', step })
  }
  const close = () => openDialog(undefined)
  return (
    <div ref={scroller} className="@container relative h-full overflow-y-auto">
      <Notices instance={instance} zone={user.time_zone} onRestore={() => void acts.restore(instance)} />
      {editing ? (
        <EditForm instance={instance} zone={user.time_zone} onDone={() => address.edit(false)} />
      ) : (
        <Head
          instance={instance}
          onEdit={() => address.edit(true)}
          menu={<InstanceMenu instance={instance} acts={acts} onAsk={(what) => openDialog({ what })} />}
        />
      )}
      <Metrics instance={instance} clock={clock} />
      <StepsSection
        instance={instance}
        address={address}
        onOverride={instance.can.override && isOpen(instance) ? override : undefined}
      />
      <DetailTabs instance={instance} user={user} clock={clock} address={address} scroller={scroller} />
      {address.taskId && <TaskOverlay taskId={address.taskId} onClose={address.closeTask} />}
      {dialog?.what === 'override' && <OverrideDialog instance={instance} step={dialog.step} onClose={close} />}
      {dialog?.what === 'narrow' && <NarrowDialog instance={instance} acts={acts} onClose={close} />}
      <InstanceDialogs
        dialog={
          dialog && dialog.what !== 'override' && dialog.what !== 'narrow' ? { kind: dialog.what, instance } : undefined
        }
        acts={acts}
        scroller={scroller}
        onClose={close}
        onGone={() => void navigate({ to: '/all-instances' })}
      />
    </div>
  )
}

const names = { ...spec.tabs, trace: texts.trace }

function useDetailKeys({ showTab, edit }: ReturnType<typeof useAddress>, canEdit: boolean) {
  usePageKeys(
    useMemo(
      () => [
        ...TABS.map((tab, place) => ({
          key: String(place + 1),
          label: texts.tabKey(names[tab]),
          act: () => showTab(tab),
        })),
        ...(canEdit ? [{ key: 'e', label: texts.editKey, act: () => edit(true) }] : []),
      ],
      [showTab, edit, canEdit],
    ),
  )
}

const DAY = 86_400_000

type NoticesProps = { instance: Instance; zone: string; onRestore: () => void }

/** What must be known before anything else: it was called off, or is about to be forgotten. */
function Notices({ instance, zone, onRestore }: NoticesProps) {
  const { status, cancel_reason, deleted_at, can } = instance
  if (!deleted_at && status !== 'cancelled') return null
  return (
    <div className="space-y-2 px-6 pt-4 @max-[600px]:px-4">
      {deleted_at && (
        <Banner
          tone="warning"
          icon={Trash2}
          title={texts.inTrash}
          action={
            can.remove && (
              <Button size="sm" onClick={onRestore}>
                {texts.restore}
              </Button>
            )
          }
        >
          {texts.inTrashUntil(dateText(Date.parse(deleted_at) + TRASH_DAYS * DAY, zone))}
        </Banner>
      )}
      {status === 'cancelled' && (
        <Banner tone="info" icon={Ban} title={texts.wasCancelled}>
          {cancel_reason && texts.reason(cancel_reason)}
        </Banner>
      )}
    </div>
  )
}
