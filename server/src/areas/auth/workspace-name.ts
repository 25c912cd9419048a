/** What a person's own workspace is called until it becomes an organisation. */
export const WORKSPACE_NAME = 'My workspace'
