import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { fillPath } from '@throughline/contracts/endpoint'
import { downloadExport, type Export, getExport } from '@throughline/contracts/exports'
import type { ExportId } from '@throughline/contracts/ids'
import { saveFrom } from '../ui/save-file.ts'
import { toast } from '../ui/toast.ts'
import { api } from './api.ts'
import { texts } from './export.texts.ts'
import { exportsKey } from './exports.keys.ts'
import { wasRefused } from './server-message.ts'
import { perform } from './use-act.ts'

export const exportQuery = (id: ExportId) =>
  queryOptions({
    queryKey: [...exportsKey, 'one', id],
    queryFn: ({ signal }) => api(getExport, { params: { exportId: id } }, { signal }),
  })

/** Asked for first: the browser itself would say nothing of a file that is gone. */
export const saveExport = (id: ExportId): Promise<boolean> =>
  perform({
    call: async () => {
      const { file_name } = await api(getExport, { params: { exportId: id } })
      saveFrom(fillPath(downloadExport.path, { exportId: id }), file_name)
    },
    failed: texts.notDownloaded,
    retry: () => saveExport(id),
  })

/** Says that an export is under way, and how it ended, on whatever page the person is by then. */
export function followExport(queries: QueryClient, { id }: Export, title: string) {
  const toastId = `export ${id}`
  toast.info(title, { id: toastId, description: texts.preparing, timeout: 10_000 })
  const stop = new QueryObserver(queries, exportQuery(id)).subscribe(({ data, error }) => {
    if (wasRefused(error)) return stop()
    if (!data || data.state === 'preparing') return
    stop()
    if (data.state === 'failed') {
      toast.error(texts.failed, { id: toastId, ...(data.problem !== null && { description: data.problem }) })
      return
    }
    const action = { label: texts.download, onPress: () => void saveExport(id) }
    toast.success(texts.ready, { id: toastId, description: texts.rows(data.rows ?? 0), timeout: 0, action })
  })
}
