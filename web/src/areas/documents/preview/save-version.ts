import { serverMessageOf } from '../../../shared/server-message.ts'
import { saveFrom } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { linkDocument } from '../documents.api.ts'
import { texts } from './preview.texts.ts'

/** The version that is looked at; its origin sends it to be saved, so the page stays where it is. */
export async function saveVersion({ id, name }: { id: string; name: string }, version_number: number | undefined) {
  try {
    const { url } = await linkDocument(id, 'attachment', { version_number })
    saveFrom(url)
  } catch (error) {
    const description = serverMessageOf(error)
    toast.error(texts.notDownloaded(name), description ? { description } : {})
  }
}
