/** The version of `kernel/plugin-api`; outside plugins name a range of it. What breaks one of them needs a new major version. */
export const apiVersion = '1.0.0';
