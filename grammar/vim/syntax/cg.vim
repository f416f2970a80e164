" Vim syntax file for cg, the language of combinatorial games.
" Copy this folder's syntax/ and ftdetect/ into ~/.vim, with plugin/ into ~/.config/nvim.
if exists('b:current_syntax')
  finish
endif

syn keyword cgControl if then else for in do end by with where check import
syn keyword cgDeclaration game form graph hackenbush
syn keyword cgWordOperator and or not
syn keyword cgBoolean true false
syn keyword cgGame up down omega inf on off over under dud pass
syn keyword cgClass N P L R D Nhat Phat Ncheck Pcheck normal misere
syn keyword cgCompound disj disj_short conj conj_long sel sel_short

syn match cgNumber /\<\d\+\%(\.\d\+\)\?/
syn match cgNumber /[¼½¾⅓⅔⅛⅜⅝⅞]/
" A star is a value where nothing stands before it that it could multiply, or where it touches its left operand alone.
syn match cgNimber /\%([0-9A-Za-z_)\]}]\|\S>\)\@<![*∗⋆]\d*/
syn match cgNimber /[0-9A-Za-z_)\]}]\@1<=[*∗⋆][0-9A-Za-z_(<{["*^]\@!/
" After an operand and a blank it multiplies, but not after a word that wants a value.
syn match cgOperator /\%(\%([0-9A-Za-z_)\]}]\|[^ \t<>=|-]>\)\s\+\)\@<=[*∗⋆]/
syn match cgNimber /\%(\<\%(if\|then\|else\|for\|in\|do\|by\|with\|check\|and\|or\|not\)\s\+\)\@<=[*∗⋆]\d*/
syn match cgNimber /[↑⇑↓⇓]/
syn match cgFunction /\<\h\w*\ze(/
syn match cgOperator /:=\|->\|[-+/^=±·×⊕≤≥≠∥]/

syn match cgEscape /\\\%(u{\x\{1,6}}\|.\)/ contained
syn region cgText start=/"/ end=/"\|$/ contains=cgEscape oneline
syn match cgComment /#.*$/ contains=cgTodo,@Spell
syn match cgExpected /#=>.*$/
syn keyword cgTodo TODO FIXME contained

hi def link cgControl Conditional
hi def link cgDeclaration Structure
hi def link cgWordOperator Operator
hi def link cgBoolean Boolean
hi def link cgGame Constant
hi def link cgClass Constant
hi def link cgCompound Constant
hi def link cgNumber Number
hi def link cgNimber Number
hi def link cgFunction Function
hi def link cgOperator Operator
hi def link cgEscape SpecialChar
hi def link cgText String
hi def link cgComment Comment
hi def link cgExpected SpecialComment
hi def link cgTodo Todo

let b:current_syntax = 'cg'
