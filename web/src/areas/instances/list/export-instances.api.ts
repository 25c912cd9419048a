import { exportInstances as exported, requestInstanceExport } from '@throughline/contracts/instances'
import { api } from '../../../shared/api.ts'
import type { ExportCalls } from '../../../shared/export-button.tsx'
import { type InstanceFilter, narrowedBy } from '../instances.api.ts'

export function exportInstances(filter: InstanceFilter): ExportCalls {
  const asked = { ...narrowedBy(filter), workflow: filter.workflow || undefined }
  return {
    read: () => api(exported, { query: asked }),
    request: () => api(requestInstanceExport, { body: asked }),
  }
}
