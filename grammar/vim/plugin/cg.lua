-- The language server of cg in Neovim, from 0.7 on, without plugins. Neovim's own keys of 0.11 are given to older ones.

-- The server of this Neovim, where each buffer does not find it by itself.
local client

local function attach(buffer)
  local server = { name = "cg", cmd = { "cg", "lsp" }, root_dir = vim.fn.getcwd() }
  if vim.lsp.start then
    vim.lsp.start(server, { bufnr = buffer })
    return
  end
  client = client or vim.lsp.start_client(server)
  if client then
    vim.lsp.buf_attach_client(buffer, client)
  end
end

local function keys(buffer)
  vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc" -- CTRL-X CTRL-O completes
  vim.bo[buffer].tagfunc = "v:lua.vim.lsp.tagfunc" -- CTRL-] goes to the definition
  vim.bo[buffer].formatexpr = "v:lua.vim.lsp.formatexpr()" -- gq formats
  vim.bo[buffer].commentstring = "# %s"
  for key, action in pairs({
    K = vim.lsp.buf.hover,
    grn = vim.lsp.buf.rename,
    grr = vim.lsp.buf.references,
    gra = vim.lsp.buf.code_action,
  }) do
    vim.keymap.set("n", key, action, { buffer = buffer })
  end
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "cg",
  callback = function(event)
    local buffer = event.buf or vim.api.nvim_get_current_buf()
    keys(buffer)
    attach(buffer)
  end,
})
