import { useMemo } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import type { Chosen, UploadPlace } from '../../../shared/uploads/engine/upload.ts'
import { toast } from '../../../ui/toast.ts'
import { texts } from '../uploads/uploads.texts.ts'
import { door } from '../uploads/uploads-door.ts'

/** The engine comes with the first file. */
async function send(memberId: string, chosen: readonly Chosen[], place: UploadPlace) {
  try {
    const { uploads } = await import('../../../shared/uploads/engine/uploads.ts')
    uploads.open(memberId)
    uploads.add(chosen, { kind: 'document', ...place })
    door.wake()
  } catch {
    toast.error(texts.notLoaded)
  }
}

const asChosen = (one: File | Chosen): Chosen => (one instanceof File ? { file: one } : one)

/** How pages upload: `add` sends at once and shows the tray, `open` asks in a form where they belong. */
export function useUpload() {
  const memberId = useCurrentUser()?.member_id
  return useMemo(
    () => ({
      add: (files: readonly (File | Chosen)[], place: UploadPlace = {}) => {
        if (memberId && files.length > 0) void send(memberId, files.map(asChosen), place)
      },
      open: (place: UploadPlace = {}, files: readonly (File | Chosen)[] = []) =>
        door.openForm({ place, chosen: files.map(asChosen) }),
    }),
    [memberId],
  )
}
