import type { TenantId } from '@throughline/contracts/ids'
import { useUploader } from '../../../shared/uploads/use-uploader.ts'
import { toast } from '../../../ui/toast.ts'
import { spec } from '../org.texts.ts'

/** How long the finished line stays, as the specification has it. */
const LINGER = 1_000
/** What is said about one upload takes the place of what was said about the one before. */
const TOAST = 'org-logo'

const after = (delay: number) => new Promise((resolve) => setTimeout(resolve, delay))

/** Sends a logo and shows how far it is; what came of it is said in a toast. */
export function useLogoUpload() {
  const { engine, uploads } = useUploader()
  const settle = async (key: string) => {
    await after(LINGER)
    engine.clear(key)
    toast.success(spec.logoSaved, { id: TOAST })
  }
  const send = async (orgId: TenantId, logo: Blob, fileName: string): Promise<boolean> => {
    toast.dismiss(TOAST)
    const file = new File([logo], fileName, { type: logo.type })
    const [key = ''] = engine.add([{ file }], { kind: 'logo', orgId })
    const isSent = (await engine.ended(key))?.phase === 'done'
    if (isSent) void settle(key)
    else {
      engine.cancel(key)
      toast.error(spec.logoFailed, { id: TOAST })
    }
    return isSent
  }
  return { upload: uploads[0], send }
}
