/** The style sheet of the page behind the QR code. */
export const pageStyles = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--text:#1c2430;--quiet:#5b6675;--line:#dfe3e8;--mark:#8a93a0}
@media (prefers-color-scheme:dark){:root{--page:#12161c;--card:#1b2129;--text:#e8ecf1;--quiet:#a3adba;--line:#323b47}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(92vw,460px);padding:28px;background:var(--card);border:1px solid var(--line);border-top:6px solid var(--mark);border-radius:12px}
main[data-kind=issued]{--mark:#1a7f4b}main[data-kind=replaced]{--mark:#b06a00}
main[data-kind=voided],main[data-kind=unknown]{--mark:#c2342d}
.office{margin:0;color:var(--quiet);font-size:14px}h1{margin:4px 0 8px;font-size:24px;line-height:1.25}
p{margin:0}dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:20px 0 0;padding-top:16px;border-top:1px solid var(--line)}
dt{color:var(--quiet)}dd{margin:0;font-weight:600;overflow-wrap:anywhere}
`.trim();
