/** What some browsers offer beyond the standard library: a file that can be read again after a reload. */
declare global {
  interface FileSystemHandle {
    queryPermission?(wish: { mode: 'read' }): Promise<PermissionState>
    requestPermission?(wish: { mode: 'read' }): Promise<PermissionState>
  }
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>
  }
  interface Window {
    showOpenFilePicker?(options: { multiple: boolean }): Promise<FileSystemFileHandle[]>
  }
}

export const isFileHandle = (handle: FileSystemHandle | null | undefined): handle is FileSystemFileHandle =>
  handle?.kind === 'file'
