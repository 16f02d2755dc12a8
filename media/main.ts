/** The conversation page's entry: runs inside the webview. */
document.body.dataset['ready'] = 'true';
