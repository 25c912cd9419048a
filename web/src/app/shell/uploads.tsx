import type { CurrentUser } from '@throughline/contracts/auth'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { documentsKey } from '../../areas/documents/documents.keys.ts'
import { pageTarget } from '../../areas/documents/parts/drop-targets.ts'
import { useUpload } from '../../areas/documents/parts/use-upload.ts'
import { useFileDrag } from '../../areas/documents/uploads/drop/use-file-drag.ts'
import { usePastedFiles } from '../../areas/documents/uploads/drop/use-pasted-files.ts'
import { texts } from '../../areas/documents/uploads/uploads.texts.ts'
import { door, useDoor } from '../../areas/documents/uploads/uploads-door.ts'
import { instancesKey } from '../../areas/instances/instances.keys.ts'
import { tasksKey } from '../../areas/tasks/tasks.keys.ts'
import { can } from '../../shared/current-user.ts'
import { throttledRefresh } from '../../shared/throttled-refresh.ts'
import { hasUnsent } from '../../shared/unsent/unsent-mark.ts'
import type { Chosen, UploadPlace } from '../../shared/uploads/engine/upload.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { toast } from '../../ui/toast.ts'
import { queryClient } from '../query-client.ts'

const DropAnywhere = lazyPart(
  () => import('../../areas/documents/uploads/drop/drop-anywhere.tsx'),
  (module) => module.DropAnywhere,
)
const UploadTray = lazyPart(
  () => import('../../areas/documents/uploads/tray/upload-tray.tsx'),
  (module) => module.UploadTray,
)
const UploadForm = lazyPart(
  () => import('../../areas/documents/uploads/form/upload-form.tsx'),
  (module) => module.UploadForm,
)

const SHOW_FILES = [documentsKey, tasksKey, instancesKey]

/** Lists, tasks and instances show what has arrived, also where the live connection is away. */
const refreshFiles = () =>
  throttledRefresh(queryClient)(SHOW_FILES.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey })))

/** Hears of files that are dropped, pasted or chosen on any page; what shows them is loaded with the first of them. */
export function Uploads({ user }: { user: CurrentUser }) {
  const { awake, form } = useDoor()
  const { add, open } = useUpload()
  const allowed = can(user, 'documents.manage')
  const take = useCallback(
    async (found: Promise<Chosen[]>, place: UploadPlace) => {
      try {
        add(await found, place)
      } catch {
        toast.error(texts.unreadable)
      }
    },
    [add],
  )
  const drag = useFileDrag(allowed, take)
  usePastedFiles(
    allowed,
    useCallback((chosen: Chosen[]) => open(pageTarget()?.place, chosen), [open]),
  )
  useEffect(() => {
    if (hasUnsent()) door.wake()
  }, [])
  const [lastForm, setLastForm] = useState(form)
  if (form && form !== lastForm) setLastForm(form)
  return (
    <>
      <Suspense>{drag && <DropAnywhere drag={drag} username={user.username} />}</Suspense>
      <Suspense>{awake && <UploadTray memberId={user.member_id} onArrival={refreshFiles} />}</Suspense>
      <Suspense>{lastForm && <UploadForm key={lastForm.id} wish={lastForm} open={form !== null} />}</Suspense>
    </>
  )
}
